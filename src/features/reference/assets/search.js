const MAX_RESULTS = 12;

addSearch();

/** The script adds the search field, because the search works only with JavaScript. */
function addSearch() {
  const box = document.createElement('div');
  box.className = 'search';
  box.innerHTML =
    '<input type="search" role="combobox" aria-expanded="false" aria-controls="found" aria-label="Search" ' +
    'aria-autocomplete="list" placeholder="Search  /" autocomplete="off" spellcheck="false" />' +
    '<div id="found" role="listbox" aria-label="Results" hidden></div>';
  document.querySelector('#contents .books').after(box);
  const [field, found] = box.children;
  let places;
  const load = () => (places ??= fetch('/docs/search.json').then((answer) => answer.json()));

  const show = async () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return hide();
    try {
      const all = await load();
      if (words.join() === field.value.toLowerCase().split(/\s+/).filter(Boolean).join())
        showResults(found, search(all, words), words);
    } catch {
      places = undefined;
      showMessage(found, 'Search is not available.');
    }
    found.hidden = false;
    field.setAttribute('aria-expanded', 'true');
    field.removeAttribute('aria-activedescendant');
  };
  const hide = () => {
    found.hidden = true;
    field.setAttribute('aria-expanded', 'false');
    field.removeAttribute('aria-activedescendant');
  };

  field.addEventListener('focus', () => void load());
  field.addEventListener('input', () => void show());
  field.addEventListener('keydown', (event) => handleKey(event, field, found, hide));
  found.addEventListener('click', hide);
  document.addEventListener('click', (event) => box.contains(event.target) || hide());
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target.closest('input, textarea, select')) return;
    event.preventDefault();
    field.focus();
  });
}

function handleKey(event, field, found, hide) {
  const options = [...found.querySelectorAll('[role=option]')];
  const at = options.findIndex(({ id }) => id === field.getAttribute('aria-activedescendant'));
  const steps = { ArrowDown: 1, ArrowUp: -1 };
  if (event.key === 'Escape') {
    event.stopPropagation();
    hide();
  } else if (event.key === 'Enter') {
    options[Math.max(at, 0)]?.click();
  } else if (event.key in steps && options.length > 0) {
    event.preventDefault();
    const from = at < 0 && event.key === 'ArrowUp' ? 0 : at;
    const next = options[(from + steps[event.key] + options.length) % options.length];
    for (const option of options) option.setAttribute('aria-selected', String(option === next));
    field.setAttribute('aria-activedescendant', next.id);
    next.scrollIntoView({ block: 'nearest' });
  }
}

/**
 * Finds sections that contain every word. Matches in the title rank higher; matches at the start of the title rank
 * highest.
 */
function search(places, words) {
  const rank = ({ title, under, text }) => {
    const [name, rest] = [title.toLowerCase(), `${under} ${text}`.toLowerCase()];
    let sum = 0;
    for (const word of words) {
      if (name.startsWith(word)) sum += 8;
      else if (name.includes(word)) sum += 4;
      else if (rest.includes(word)) sum += 1;
      else return 0;
    }
    return sum;
  };
  return places
    .map((place) => ({ place, rank: rank(place) }))
    .filter((one) => one.rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, MAX_RESULTS)
    .map(({ place }) => place);
}

function showResults(found, places, words) {
  if (places.length === 0) return showMessage(found, `No results for “${words.join(' ')}”.`);
  found.replaceChildren(
    ...places.map(({ title, under, href }, at) => {
      const option = document.createElement('a');
      Object.assign(option, { id: `found-${at}`, href, tabIndex: -1 });
      option.setAttribute('role', 'option');
      option.setAttribute('aria-selected', 'false');
      const where = document.createElement('small');
      where.textContent = under;
      option.append(title, where);
      return option;
    }),
  );
}

function showMessage(found, text) {
  const line = document.createElement('p');
  line.className = 'none';
  line.textContent = text;
  found.replaceChildren(line);
}
