// Part of the page under test alone: keeps whatever a console would complain of, from the very beginning.
window.pageErrors = [];
addEventListener('error', (event) => window.pageErrors.push(`error: ${event.message}`), true);
addEventListener('unhandledrejection', (event) => window.pageErrors.push(`rejection: ${event.reason}`));
addEventListener('securitypolicyviolation', (event) => window.pageErrors.push(`policy: ${event.violatedDirective}`));
for (const level of ['error', 'warn']) {
  const original = console[level];
  console[level] = (...parts) => {
    window.pageErrors.push(`${level}: ${parts.join(' ')}`);
    original.apply(console, parts);
  };
}
