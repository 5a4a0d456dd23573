/**
 * The files that `npm test` always runs, below `test/e2e`: signing in and trading each product by
 * hand, deciding on instructions, stopping everything, and what each window must never do. The
 * others run in turns until 15 minutes (or COUNTERSIGN_WINDOW_MINUTES) are over, in another order
 * at another commit; all run with `npm test -- e2e`, `npm run sim -- e2e`, and when they are named.
 */
export const CORE_FILES: readonly string[] = [
  'alerts/when-then.spec.ts',
  'chart/chart-view.spec.ts',
  'confirm/decisions.spec.ts',
  'confirm/page-gone.spec.ts',
  'confirm/press-place.spec.ts',
  'confirm/press-without-port.spec.ts',
  'confirm/rules.spec.ts',
  'confirm/window.spec.ts',
  'controls/hints.spec.ts',
  'controls/menus.spec.ts',
  'instructions/decide.spec.ts',
  'instructions/hostile-input.spec.ts',
  'instructions/kill-switch.spec.ts',
  'instructions/lifecycle.spec.ts',
  'instructions/pairing.spec.ts',
  'orders/chart-trading.spec.ts',
  'orders/lifecycle.spec.ts',
  'orders/press-evidence.spec.ts',
  'orders/price-ladder/price-ladder.spec.ts',
  'orders/products.spec.ts',
  'profiles/account-sign-in.spec.ts',
  'profiles/environment-trading.spec.ts',
  'program/replaced-files.spec.ts',
  'records/journal.spec.ts',
  'shell/bridge-runtime.spec.ts',
  'shell/damaged-files.spec.ts',
  'shell/first-start.spec.ts',
  'shell/lost-halt.spec.ts',
  'shell/no-third-party.spec.ts',
  'shell/exposures.spec.ts',
  'shell/quit.spec.ts',
  'shell/secret-traffic.spec.ts',
  'shell/shell.spec.ts',
  'updates/updates.spec.ts',
  'windows/own-windows.spec.ts',
  'workspace/watchlist-columns.spec.ts',
]
