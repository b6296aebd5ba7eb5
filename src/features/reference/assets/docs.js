const STORED_LANGUAGE = 'tenant-ops-docs-language';

addCopyButtons();
restoreLanguage();
markCurrentHeading();
closeContentsInPlace();
unfoldTarget();

function addCopyButtons() {
  for (const caption of document.querySelectorAll('figure.code figcaption')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => void copy(button));
    caption.append(button);
  }
}

async function copy(button) {
  const blocks = [...button.closest('figure').querySelectorAll('pre')];
  const shown = blocks.find((block) => block.checkVisibility());
  try {
    await navigator.clipboard.writeText(shown.textContent);
    button.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(shown);
    button.textContent = 'Selected';
  }
  setTimeout(() => (button.textContent = 'Copy'), 1500);
}

function restoreLanguage() {
  const choices = [...document.querySelectorAll('input[name="language"]')];
  const stored = choices.find(({ value }) => value === readStoredLanguage());
  if (stored) stored.checked = true;
  for (const choice of choices) choice.addEventListener('change', () => storeLanguage(choice.value));
  for (const label of document.querySelectorAll('.tabs label')) keepInPlace(label);
}

/**
 * Keeps the clicked label at its position on the screen. The language changes the height of the samples above the
 * label.
 */
function keepInPlace(label) {
  label.addEventListener('click', (event) => {
    event.preventDefault();
    const before = label.getBoundingClientRect().top;
    const choice = document.getElementById(label.htmlFor);
    choice.checked = true;
    storeLanguage(choice.value);
    scrollBy(0, label.getBoundingClientRect().top - before);
  });
}

// If the browser blocks storage, the choice is lost when the page is closed.
function readStoredLanguage() {
  try {
    return localStorage.getItem(STORED_LANGUAGE);
  } catch {
    return null;
  }
}

function storeLanguage(language) {
  try {
    localStorage.setItem(STORED_LANGUAGE, language);
  } catch {
    return;
  }
}

/** Marks in the navigation the section at the current scroll position. */
function markCurrentHeading() {
  const links = new Map(
    [...document.querySelectorAll('#contents li a')].map((link) => [link.hash.slice(1), link]),
  );
  const headings = [...document.querySelectorAll('main :is(h2, h3)[id]')].filter(({ id }) => links.has(id));
  let current;
  const mark = () => {
    const read = headings.findLast((heading) => heading.getBoundingClientRect().top < 160) ?? headings[0];
    const link = read && links.get(read.id);
    if (!link || link === current) return;
    current?.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
    current = link;
    reveal(link);
  };
  let waiting = false;
  const later = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      mark();
    });
  };
  addEventListener('scroll', later, { passive: true });
  addEventListener('resize', later, { passive: true });
  mark();
}

function reveal(link) {
  const frame = document.getElementById('contents');
  const { top, bottom } = link.getBoundingClientRect();
  const outer = frame.getBoundingClientRect();
  if (top >= outer.top + 40 && bottom <= outer.bottom - 40) return;
  frame.scrollTop += top - outer.top - outer.height / 2;
}

/** On a narrow screen, the table of contents covers the page. Closing it returns to the previous scroll position. */
function closeContentsInPlace() {
  let opened = false;
  document.querySelector('.open').addEventListener('click', () => (opened = true));
  addEventListener('hashchange', () => (opened &&= location.hash === '#contents'));
  const close = (event) => {
    if (!opened) return;
    event.preventDefault();
    opened = false;
    history.back();
  };
  document.querySelector('.close').addEventListener('click', close);
  addEventListener('keydown', (event) => event.key === 'Escape' && close(event));
}

/** Opens the collapsed sections that contain the target of a link. */
function unfoldTarget() {
  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    let folded = target?.closest('details');
    if (!folded) return;
    for (; folded; folded = folded.parentElement.closest('details')) folded.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', open);
  open();
}
