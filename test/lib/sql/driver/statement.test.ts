import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect, type Fragment } from '../../../../src/lib/sql/sql.ts';

/** This database is never connected: the tests only compose statements. */
const db = connect('postgres://127.0.0.1:1/nobody');

const MOMENT = new Date(0);

const STATEMENTS: [Fragment, string, unknown[]][] = [
  [db`update a set ${db({ b: 1 })}`, 'update a set "b"=$1', [1]],
  [db`update a set ${db({ b: 1, c: 2 })}`, 'update a set "b"=$1,"c"=$2', [1, 2]],
  [db`update a set ${db({})} d = 1`, 'update a set  d = 1', []],
  [db`insert into a ${db({ b: 1 })}`, 'insert into a ("b") values ($1)', [1]],
  [db`insert into a ${db([{ b: 1 }, { b: 2 }])}`, 'insert into a ("b") values ($1),($2)', [1, 2]],
  [db`where a in ${db([])}`, 'where a in (null)', []],
  [db`where a in ${db([7])}`, 'where a in ($1)', [7]],
  [db`where a in ${db([7, 8])}`, 'where a in ($1,$2)', [7, 8]],
  [db`select ${db('a.b')}`, 'select "a"."b"', []],
  [db`where a < ${MOMENT} or b`, 'where a < $1::timestamptz or b', [MOMENT]],
  // The column determines the type, so rows with and without a value share one prepared statement.
  [db`insert into a ${db({ b: true, c: MOMENT })}`, 'insert into a ("b","c") values ($1,$2)', [true, MOMENT]],
  [db`insert into a ${db({ b: null, c: null })}`, 'insert into a ("b","c") values ($1,$2)', [null, null]],
  [db`update a set ${db({ b: MOMENT })}`, 'update a set "b"=$1', [MOMENT]],
  [db.unsafe('where a = $2 and b < $1', [MOMENT, 7]), 'where a = $1 and b < $2::timestamptz', [7, MOMENT]],
  [db`select 1 ${[db`where a = ${1}`, db`and b = ${2}`]}`, 'select 1 where a = $1 and b = $2', [1, 2]],
];

for (const [{ sql }, text, values] of STATEMENTS)
  test(`the template becomes ${text} with the values ${JSON.stringify(values)}`, () =>
    assert.deepEqual([sql.text, sql.values], [text, values]));

test('an undefined value is rejected and not treated as null', () => {
  assert.throws(() => db`where a = ${undefined}`, /undefined value after: where a =/);
  assert.throws(() => db`insert into a ${db({ b: undefined })}`, /undefined value for b/);
});
