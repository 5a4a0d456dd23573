import type { Disposer } from '../../../shared/domain/brand.js'
import type {
  PageAnswer,
  TicketFill,
  PageRequest,
} from '../../../shared/domain/instructions/window-change.js'
import { bringToFront } from '../../stores/layout.js'
import type { MainWindow } from '../../stores/main-window.js'
import { prefillTicket, selectSymbol, symbolOf, ticketGroup } from '../../stores/selection.js'
import { returnTo, shownChart, showOnChart } from './shown-chart.js'

const TEXT_FIELDS = 'input, textarea, select, [contenteditable="true"]'

/** True while the person types in a field: showing another symbol could take the focus away. */
const isTyping = (page: Document): boolean =>
  page.hasFocus() && page.activeElement?.matches(TEXT_FIELDS) === true

/**
 * Carries out what assistants request of the window and answers each request once. Nothing is done
 * while nobody sees the window, the person types, or the ticket holds an order of theirs.
 */
export function carryOutRequests(mainWindow: MainWindow, page: Document): Disposer {
  const startedIds = new Set<string>()
  return mainWindow.assistantChanges.subscribe(({ value }) => {
    const requests = value?.requests ?? []
    for (const request of requests) {
      if (startedIds.has(request.id)) continue
      startedIds.add(request.id)
      void carryOut(mainWindow, page, request)
    }
    for (const id of startedIds) {
      if (!requests.some((request) => request.id === id)) startedIds.delete(id)
    }
  })
}

async function carryOut(
  mainWindow: MainWindow,
  page: Document,
  request: PageRequest,
): Promise<void> {
  const answer = answerTo(mainWindow, page, request)
  const reply = await mainWindow.invoke('assistant-changes.answer', { id: request.id, answer })
  // Nobody waited any more, so the change is in no list: it must not stay either.
  if (answer.kind === 'done' && (!reply.ok || reply.value.isLate)) {
    if (request.change.kind === 'ticket') withdrawFill(mainWindow, request.id, request.change.fill)
    returnTo(mainWindow, answer.before, answer.after)
  }
}

function answerTo(
  mainWindow: MainWindow,
  page: Document,
  { id, assistant, change }: PageRequest,
): PageAnswer {
  if (page.visibilityState === 'hidden') return { kind: 'hidden' }
  const before = shownChart(mainWindow)
  const symbol = change.kind === 'ticket' ? change.fill.symbol : change.symbol
  const { typed } = mainWindow.ticketEntries.getState()
  const hasDraft = before.symbol !== null && before.symbol !== symbol && typed.has(before.symbol)
  if (hasDraft || (change.kind === 'ticket' && typed.has(symbol))) return { kind: 'draft' }
  const isSame = change.kind === 'symbol' && before.symbol === symbol
  if (!isSame && isTyping(page)) return { kind: 'typing' }
  if (change.kind === 'ticket') fillTicket(mainWindow, id, assistant, change.fill)
  else showSymbol(mainWindow, symbol, change.timespan)
  return { kind: 'done', before, after: shownChart(mainWindow) }
}

/** Shows a symbol on the chart, which comes to the front without the focus. */
export function showSymbol(
  mainWindow: MainWindow,
  symbol: Parameters<typeof showOnChart>[1],
  timespan: Parameters<typeof showOnChart>[2],
): void {
  showOnChart(mainWindow, symbol, timespan)
  bringToFront(mainWindow.layout, 'chart')
}

/** Fills the ticket, which comes to the front without the focus; nothing is sent. */
export function fillTicket(
  { selection, layout }: MainWindow,
  change: string,
  assistant: string,
  fill: TicketFill,
): void {
  const { symbol, outcome, ...draft } = fill
  prefillTicket(selection, {
    symbol,
    ...(outcome === null ? {} : { outcome }),
    draft: { ...draft, symbol, ...(outcome === null ? {} : { terms: { outcome } }) },
    filled: { change, assistant },
  })
  bringToFront(layout, 'ticket')
}

/** Takes a fill back, unless the person changed it since. */
export function withdrawFill(
  { selection }: Pick<MainWindow, 'selection'>,
  change: string,
  { symbol }: TicketFill,
): void {
  const group = ticketGroup(selection.getState())
  const shown = symbolOf(selection.getState(), group)
  prefillTicket(selection, { symbol, withdrawn: change })
  // The prices of another symbol stay where the person looks at them.
  if (shown !== null && shown !== symbol) selectSymbol(selection, shown, group)
}
