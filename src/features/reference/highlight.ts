import { html, type Html } from '../../lib/text/html.ts';

export type CodeLanguage = 'curl' | 'typescript' | 'python' | 'go' | 'php' | 'java' | 'json' | 'http';

const TOKENS =
  /(?<comment>(?<=^|\s)(?:#|\/\/) .*$)|(?<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)(?=(?<colon>\s*:)?)|(?<keyword>(?<!\.)\b(?:import|from|export|function|const|return|await|new|if|throw|def|raise|not|True|False|None|true|false|null)\b)|(?<flag>(?<=\s)-{1,2}[A-Za-z]+\b)|(?<number>\b\d[\d_]*(?:\.\d+)?\b)/gm;

/** Highlights only the tokens that are common to all sample languages. */
export function highlightCode(code: string, language: CodeLanguage): Html {
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const match of code.matchAll(TOKENS)) {
    parts.push(code.slice(end, match.index), paint(match, language));
    end = match.index + match[0].length;
  }
  return html`${[...parts, code.slice(end)]}`;
}

function paint([text, ...rest]: RegExpExecArray, language: CodeLanguage): Html | string {
  const [comment, string, colon, keyword, flag, number] = rest;
  if (comment !== undefined) return html`<i class="t-comment">${text}</i>`;
  if (string !== undefined) return html`<i class="${colon === undefined ? 't-string' : 't-key'}">${text}</i>`;
  if (keyword !== undefined) return html`<i class="t-keyword">${text}</i>`;
  if (flag !== undefined) return language === 'curl' ? html`<i class="t-key">${text}</i>` : text;
  return number === undefined || language === 'http' ? text : html`<i class="t-number">${text}</i>`;
}
