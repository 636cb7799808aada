// What a browser loads: `page.html?leg=NAME&kind=KIND&suite=SUITE&mode=MODE`.
const parameters = new URLSearchParams(location.search);
const leg = encodeURIComponent(parameters.get('leg'));
const post = (path, body) => fetch(`/${path}?leg=${leg}`, { method: 'POST', body });

async function runAll() {
  globalThis.matrix = { kind: parameters.get('kind'), origin: location.origin };
  const { modes } = await import('/modes.js');
  const lack = modes[parameters.get('mode')]();
  const { run } = await import(`/${parameters.get('suite')}.js`);
  return run((file) => post('progress', file), lack);
}

runAll().then(
  (result) => post('result', JSON.stringify(result)),
  (error) => post('result', JSON.stringify({ crashed: `${error}\n${error?.stack}` })),
);
