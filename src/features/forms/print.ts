import { PAGE_LANGUAGE } from '../../doors/pageLayout.ts';
import { html, type Html, type HtmlValue } from '../../lib/text/html.ts';
import type { Submission } from './submissions/contract.ts';
import { findAnswer, selectSupportedFields, type SupportedFormField } from './fields.ts';
import { translator, type LocalizedText } from '../../lib/text/translation.ts';
import { texts as de } from './de.ts';

const t = translator({ de });

export const PRINT_STYLE_PATH = '/print.css';

/** The name and logo of the account for the page header. `logo` is a data URL. */
type PrintedFor = { name: string; logo: string | null };

/** Renders the print view of a submission: all fields with or without an answer, then answers without a field. */
export function renderSubmissionForPrint(submission: Submission, account: PrintedFor): Html {
  const fields = selectSupportedFields(submission.fields);
  return html`<!doctype html>
    <html lang="${PAGE_LANGUAGE}">
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
        <footer>${t('Submission {id}', { id: submission.id })}</footer>
      </body>
    </html>`;
}

function factsOf({ submitted_at, user, session_id, session_name, task_id, task_title }: Submission): Html {
  const facts = [
    fact(t('Submitted'), html`<time datetime="${submitted_at}">${spell(submitted_at)}</time>`),
    user && fact(t('By'), user.name),
    session_id !== null && fact(t('Session'), session_name ?? session_id),
    task_id !== null && fact(t('Task'), task_title ?? task_id),
  ];
  return html`<dl class="facts">${facts}</dl>`;
}

function fact(name: LocalizedText, value: HtmlValue): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

function incomplete({ missing }: Submission, fields: readonly SupportedFormField[]): Html | undefined {
  if (missing.length === 0) return undefined;
  const known = new Map(fields.toReversed().map(({ key, label }) => [key, label]));
  const labels = missing.map((key) => known.get(key) ?? key);
  return html`<p class="missing">
    ${t('Required but not answered: {labels}', { labels: labels.join(', ') })}
  </p>`;
}

function section(field: SupportedFormField, { answers, missing }: Submission): Html {
  const answer = findAnswer(field, answers);
  return html`<section>
    <h2>${field.label}${missing.includes(field.key) && html` <span class="mark">${t('missing')}</span>`}</h2>
    ${isSelection(field) ? boxes(field, answer) : html`<p>${textOf(answer)}</p>`}
  </section>`;
}

function others(fields: readonly SupportedFormField[], { answers }: Submission): HtmlValue {
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

function isSelection({ type, options }: SupportedFormField): boolean {
  return type === 'yes_no' || ((type === 'choice' || type === 'choices') && options.length > 0);
}

/** Renders all options of a choice field as boxes, with the chosen options checked. */
function boxes({ type, options }: SupportedFormField, answer: unknown): Html {
  if (type === 'yes_no')
    return html`<ul>
      ${box(t('Yes'), answer === true)}${box(t('No'), answer === false)}
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
