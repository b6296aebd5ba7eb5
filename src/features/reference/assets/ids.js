const STORED_CHOICE = 'tenant-ops-docs-own-ids';
/** Lists of the console whose newest row has what parameters of samples name; not everybody may ask for each. */
const LISTS = {
  '/deliveries?limit=1': ({ deliveries: [one] }) => ({
    endpoint_id: one.endpoint_id,
    event_id: one.event_id,
  }),
  '/endpoints': ({ endpoints: [one] }) => ({ endpoint_id: one.id }),
  '/seats?limit=1': ({ seats: [one] }) => ({ seat_id: one.id }),
};

const readers = [...document.querySelectorAll('.try[data-method="GET"]')].filter(namesSomething);
if (readers.length > 0) offerIds();

/** Samples that write keep their examples: pasted, they would change what is real. */
function namesSomething({ dataset }) {
  return [...new URL(dataset.url, location.origin).searchParams.values()].some((value) => isId(value));
}

function isId(value) {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
}

function offerIds() {
  const place = document.createElement('div');
  place.className = 'own-ids';
  place.innerHTML = '<label><input type="checkbox" /> Ids of my account</label><p role="status"></p>';
  document.querySelector('.languages').after(place);
  const [choice, told] = [place.querySelector('input'), place.querySelector('p')];
  let putBack = () => {};
  let turn = 0;
  const show = async (is_asked) => {
    const own_turn = ++turn;
    putBack();
    putBack = () => {};
    told.textContent = '';
    const account = choice.checked ? await findAccount() : undefined;
    // Meanwhile it was clicked again.
    if (own_turn !== turn) return;
    if (choice.checked && account === undefined) {
      choice.checked = false;
      if (is_asked) told.innerHTML = '<a href="/">Sign in</a> to an account first.';
    }
    keepChoice(choice.checked);
    if (!choice.checked) return;
    const filled = fillAll(account.ids);
    putBack = () => filled.forEach((undo) => undo());
    told.textContent = `Of ${account.name}, in samples that only read.`;
  };
  choice.checked = isChosen();
  choice.addEventListener('change', () => void show(true));
  if (choice.checked) void show(false);
}

async function findAccount() {
  // A service that is away is asked again with the next page.
  const me = await ask('/me').catch(() => undefined);
  if (!me?.account) return undefined;
  const found = await Promise.all(Object.entries(LISTS).map(readNewest));
  return { name: me.account.name, ids: Object.assign({}, ...found.toReversed()) };
}

/** Nothing where there is no row, or where this person may not ask. */
async function readNewest([path, idsOf]) {
  try {
    return idsOf(await ask(path));
  } catch {
    return {};
  }
}

async function ask(path) {
  const answer = await fetch(`/console/v1${path}`, { cache: 'no-store' });
  return answer.ok ? answer.json() : undefined;
}

function fillAll(ids) {
  return readers.flatMap((place) => {
    const { searchParams } = new URL(place.dataset.url, location.origin);
    return [...searchParams]
      .filter(([name, value]) => ids[name] !== undefined && isId(value))
      .map(([name, value]) => replaceIn(place, value, ids[name]));
  });
}

/** In the request of one operation; returns what puts it back. */
function replaceIn(place, from, to) {
  const undo = [];
  const change = (node, member) => {
    const before = node[member];
    if (!before.includes(from)) return;
    node[member] = before.replaceAll(from, to);
    undo.push(() => (node[member] = node[member].replaceAll(to, from)));
  };
  const samples = place.parentElement.querySelector('.samples');
  const texts = document.createTreeWalker(samples, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) change(texts.currentNode, 'nodeValue');
  const path = place.querySelector('.path');
  if (path) change(path, 'value');
  return () => undo.forEach((one) => one());
}

// A browser may forbid storage; then the choice lasts as long as the page.
function isChosen() {
  try {
    return localStorage.getItem(STORED_CHOICE) === 'on';
  } catch {
    return false;
  }
}

function keepChoice(is_on) {
  try {
    if (is_on) localStorage.setItem(STORED_CHOICE, 'on');
    else localStorage.removeItem(STORED_CHOICE);
  } catch {
    return;
  }
}
