/** The key that the reader typed. All forms of the page share it, and it is never stored. */
let credential = '';

for (const place of document.querySelectorAll('.try')) addTryForm(place);

function addTryForm(place) {
  const { method, url, body, needsKey } = place.dataset;
  const details = document.createElement('details');
  details.innerHTML =
    '<summary>Try it</summary><form>' +
    '<p class="uses">This sends a real request to this installation.</p>' +
    '<label class="key">Key or token<input type="password" autocomplete="off" spellcheck="false" /></label>' +
    '<label>Path<input type="text" class="path" autocomplete="off" spellcheck="false" required /></label>' +
    '<label class="body">Body<textarea rows="8" spellcheck="false"></textarea></label>' +
    '<button type="submit">Send</button></form>' +
    '<div role="status"></div>';
  place.append(details);
  const form = details.querySelector('form');
  const [key, path, text] = [...form.querySelectorAll('input, textarea')];
  path.value = url;
  if (body === undefined) text.closest('label').remove();
  else text.value = body;
  if (needsKey === undefined) key.closest('label').remove();
  key.addEventListener('input', () => (credential = key.value.trim()));
  details.addEventListener('toggle', () => (key.value = credential));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const sent = body === undefined ? {} : { body: text.value };
    void send(form, details.querySelector('[role=status]'), { method, path: path.value, ...sent });
  });
}

async function send(form, status, { method, path, body }) {
  const button = form.querySelector('button');
  const problem = findProblem(path, body);
  if (problem !== undefined) return showResult(status, problem);
  button.disabled = true;
  const began_ms = performance.now();
  try {
    const answer = await fetch(new URL(path, location.origin), {
      method,
      headers: {
        ...(form.querySelector('.key') && { Authorization: `Bearer ${credential}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      // The call uses the entered key, never the sign-in of the dashboard.
      credentials: 'omit',
      cache: 'no-store',
    });
    const text = await answer.text();
    const took_ms = Math.round(performance.now() - began_ms);
    const id = answer.headers.get('X-Request-Id');
    showResult(
      status,
      `${answer.status} ${answer.statusText} after ${took_ms} ms${id ? `, request ${id}` : ''}`,
      text,
    );
  } catch {
    showResult(status, 'No response: the service is not reachable.');
  } finally {
    button.disabled = false;
  }
}

function findProblem(path, body) {
  if (!path.startsWith('/') || path.startsWith('//')) return 'The path must start with one slash.';
  if (/[^\x21-\x7e]/.test(credential)) return 'The key contains an invalid character.';
  if (body === undefined) return undefined;
  try {
    JSON.parse(body);
    return undefined;
  } catch (error) {
    return `The body is not valid JSON: ${error.message}`;
  }
}

function showResult(status, line, text = '') {
  const words = document.createElement('p');
  words.textContent = line;
  status.replaceChildren(words);
  if (text === '') return;
  const shown = document.createElement('pre');
  shown.tabIndex = 0;
  shown.setAttribute('aria-label', 'Answer');
  shown.setAttribute('role', 'group');
  shown.textContent = pretty(text);
  status.append(shown);
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
