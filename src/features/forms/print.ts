import { LANGUAGE } from '../../doors/pageLayout.ts';
import { translate } from '../../doors/translate.ts';
import { html, type Html, type HtmlValue, type LocalizedText } from '../../lib/text/html.ts';
import type { Submission } from './submissions/contract.ts';
import { findAnswer, readFields, type KnownField } from './fields.ts';

export const PRINT_STYLE_PATH = '/print.css';

/** The account whose form it is; the logo as a data URL. */
type PrintedFor = { name: string; logo: string | null };

/** A submission to print: every field, answered or not, then other answers. */
export function printSubmission(submission: Submission, account: PrintedFor): Html {
  const fields = readFields(submission.fields);
  return html`<!doctype html>
    <html lang="${LANGUAGE}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${submission.form_name} · ${submission.submitted_at.slice(0, 10)}</title>
        <link rel="stylesheet" href="${PRINT_STYLE_PATH}" />
      </head>
      <body>
        <header>
          <p>${account.logo !== null && html`<img src="${account.logo}" alt="" /> `}${account.name}</p>
          <h1>${submission.form_name}</h1>
          ${factsOf(submission)}
        </header>
        ${incomplete(submission, fields)}
        <main>${fields.map((field) => section(field, submission))} ${others(fields, submission)}</main>
        <footer>${translate('Submission {id}', { id: submission.id })}</footer>
      </body>
    </html>`;
}

function factsOf({ submitted_at, user, session_id, session_name, task_id, task_title }: Submission): Html {
  const facts = [
    fact(translate('Submitted'), html`<time datetime="${submitted_at}">${spell(submitted_at)}</time>`),
    user && fact(translate('By'), user.name),
    session_id !== null && fact(translate('Session'), session_name ?? session_id),
    task_id !== null && fact(translate('Task'), task_title ?? task_id),
  ];
  return html`<dl class="facts">${facts}</dl>`;
}

function fact(name: LocalizedText, value: HtmlValue): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

function incomplete({ missing }: Submission, fields: readonly KnownField[]): Html | undefined {
  if (missing.length === 0) return undefined;
  const known = new Map(fields.toReversed().map(({ key, label }) => [key, label]));
  const labels = missing.map((key) => known.get(key) ?? key);
  return html`<p class="missing">
    ${translate('Required but not answered: {labels}', { labels: labels.join(', ') })}
  </p>`;
}

function section(field: KnownField, { answers, missing }: Submission): Html {
  const answer = findAnswer(field, answers);
  return html`<section>
    <h2>
      ${field.label}${missing.includes(field.key) && html` <span class="mark">${translate('missing')}</span>`}
    </h2>
    ${isSelection(field) ? boxes(field, answer) : html`<p>${textOf(answer)}</p>`}
  </section>`;
}

function others(fields: readonly KnownField[], { answers }: Submission): HtmlValue {
  const known = new Set(fields.map(({ key }) => key));
  return Object.entries(answers)
    .filter(([key]) => !known.has(key))
    .map(
      ([key, answer]) =>
        html`<section>
          <h2>${key}</h2>
          <p>${textOf(answer)}</p>
        </section>`,
    );
}

function isSelection({ type, options }: KnownField): boolean {
  return type === 'yes_no' || ((type === 'choice' || type === 'choices') && options.length > 0);
}

/** All options of a choice with the chosen ones marked, as on a paper form. */
function boxes({ type, options }: KnownField, answer: unknown): Html {
  if (type === 'yes_no')
    return html`<ul>
      ${box(translate('Yes'), answer === true)}${box(translate('No'), answer === false)}
    </ul>`;
  const chosen = new Set(Array.isArray(answer) ? answer : [answer]);
  return html`<ul>
    ${options.map((option) => box(option, chosen.has(option)))}
  </ul>`;
}

function box(option: string | LocalizedText, is_chosen: boolean): Html {
  return html`<li class="${is_chosen ? 'chosen' : 'open'}">${option}</li>`;
}

function textOf(answer: unknown): string {
  if (answer === undefined || answer === null) return '';
  if (typeof answer === 'string') return answer;
  if (Array.isArray(answer) && answer.every((one) => typeof one === 'string')) return answer.join(', ');
  return JSON.stringify(answer);
}

function spell(timestamp: string): string {
  return `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC`;
}
