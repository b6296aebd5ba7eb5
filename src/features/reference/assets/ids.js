const STORED_CHOICE = 'tenant-ops-docs-own-ids';
/** Console operations whose newest row provides ids for the samples. The user may not have access to all of them. */
const LISTS = {
  '/deliveries?limit=1': ({ deliveries: [one] }) => ({
    endpoint_id: one.endpoint_id,
    event_id: one.event_id,
  }),
  '/endpoints': ({ endpoints: [one] }) => ({ endpoint_id: one.id }),
  '/seats?limit=1': ({ seats: [one] }) => ({ seat_id: one.id }),
};

const readingSamples = [...document.querySelectorAll('.try[data-method="GET"]')].filter(hasIds);
if (readingSamples.length > 0) addIdsChoice();

/**
 * True if the sample contains an id that can be replaced. Only GET samples are considered: running a copied sample that
 * writes would change real records.
 */
function hasIds({ dataset }) {
  return [...new URL(dataset.url, location.origin).searchParams.values()].some((value) => isId(value));
}

function isId(value) {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
}

function addIdsChoice() {
  const place = document.createElement('div');
  place.className = 'own-ids';
  place.innerHTML = '<label><input type="checkbox" /> Use ids of my account</label><p role="status"></p>';
  document.querySelector('.languages').after(place);
  const [choice, status] = [place.querySelector('input'), place.querySelector('p')];
  let undo = () => {};
  let newest = 0;
  const show = async (is_asked) => {
    const current = ++newest;
    undo();
    undo = () => {};
    status.textContent = '';
    const account = choice.checked ? await findAccount() : undefined;
    // A newer click started after this request, so its result is discarded.
    if (current !== newest) return;
    if (choice.checked && account === undefined) {
      choice.checked = false;
      if (is_asked) status.innerHTML = '<a href="/">Sign in</a> to an account first.';
    }
    keepChoice(choice.checked);
    if (!choice.checked) return;
    const filled = fillAll(account.ids);
    undo = () => filled.forEach((restore) => restore());
    status.textContent = `Samples that only read use ids of ${account.name}.`;
  };
  choice.checked = isChosen();
  choice.addEventListener('change', () => void show(true));
  if (choice.checked) void show(false);
}

async function findAccount() {
  // An unavailable service counts as not signed in; the next page loads the account again.
  const me = await readConsole('/me').catch(() => undefined);
  if (!me?.account) return undefined;
  const found = await Promise.all(Object.entries(LISTS).map(readNewest));
  return { name: me.account.name, ids: Object.assign({}, ...found.toReversed()) };
}

/** Returns no ids if the list is empty or the user has no access to it. */
async function readNewest([path, idsOf]) {
  try {
    return idsOf(await readConsole(path));
  } catch {
    return {};
  }
}

async function readConsole(path) {
  const answer = await fetch(`/console/v1${path}`, { cache: 'no-store' });
  return answer.ok ? answer.json() : undefined;
}

function fillAll(ids) {
  return readingSamples.flatMap((place) => {
    const { searchParams } = new URL(place.dataset.url, location.origin);
    return [...searchParams]
      .filter(([name, value]) => ids[name] !== undefined && isId(value))
      .map(([name, value]) => replaceIn(place, value, ids[name]));
  });
}

/** Replaces an id in the samples of one operation; returns a function that restores it. */
function replaceIn(place, from, to) {
  const changes = [];
  const change = (node, member) => {
    const before = node[member];
    if (!before.includes(from)) return;
    node[member] = before.replaceAll(from, to);
    changes.push(() => (node[member] = node[member].replaceAll(to, from)));
  };
  const samples = place.parentElement.querySelector('.samples');
  const texts = document.createTreeWalker(samples, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) change(texts.currentNode, 'nodeValue');
  const path = place.querySelector('.path');
  if (path) change(path, 'value');
  return () => changes.forEach((restore) => restore());
}

// If the browser blocks storage, the choice is lost when the page is closed.
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
