/** A figure as the window paints it. */
export interface PaintedFigure {
  readonly panel: string
  /** What it is, such as `netLiquidation`; in a table the column. */
  readonly name: string
  /** The instrument of a row or a line; null where the figure belongs to the whole account. */
  readonly row: string | null
  /** The id of the position or the order of a row; null outside of a table. */
  readonly id: string | null
  readonly text: string
  /** The age beside it; null without one. */
  readonly age: string | null
}

/** What the window painted at one moment. */
export interface PaintedFigures {
  /** By the clock of this computer. */
  readonly time: number
  readonly account: string
  readonly figures: readonly PaintedFigure[]
  /** The longest time in the last seconds in which the page had no turn. */
  readonly lateMs: number
}

/** What a page remembers of its turns. */
interface Turns {
  last: number
  late: { readonly time: number; readonly ms: number }[]
}

/**
 * Runs inside the page, and is sent as text: reads every figure of the account that is painted, in
 * one task, so that one frame shows all of them.
 */
export function readFigures(): PaintedFigures {
  const figures: PaintedFigure[] = []
  const AGE = '[data-testid=figure-age], [data-testid=cell-age]'
  const ageIn = (element: Element | null | undefined): string | null =>
    element?.querySelector(AGE)?.textContent ?? null
  const textIn = (element: Element | null | undefined): string => {
    const all = element?.textContent ?? ''
    const age = ageIn(element)
    return (age === null ? all : all.replace(age, '')).trim()
  }
  const addTotal = (panel: string, name: string, text: string, age: string | null): void => {
    figures.push({ panel, name, row: null, id: null, text, age })
  }
  for (const item of document.querySelectorAll('.statusbar .status-item')) {
    const name = item.querySelector('.label')?.textContent
    const value = item.querySelector('strong, .figure, span:last-child')
    if (name === null || name === undefined || value === null) continue
    addTotal('status bar', name, textIn(item).slice(name.length), ageIn(item))
  }
  const account = document.querySelector('[data-panel=account]')
  const top = ageIn(account?.querySelector('.account-top'))
  for (const fact of account?.querySelectorAll('.fact') ?? []) {
    const value = fact.querySelector('dd')
    addTotal('account', fact.querySelector('dt')?.textContent ?? '', textIn(value), ageIn(value))
  }
  for (const name of ['buyingPower', 'optionBuyingPower', 'cash']) {
    const cell = account?.querySelector(`[role=gridcell][data-column=${name}]`)
    if (cell) addTotal('account', name, textIn(cell), top)
  }
  const readTable = (panel: string, columns: readonly string[]): void => {
    const rows = document.querySelectorAll(`[data-panel=${panel}] [role=row][data-key]`)
    for (const row of rows) {
      if (row.matches('.closed-row, .order-combo, .order-leg')) continue
      const cellOf = (name: string) => row.querySelector(`[data-column=${name}]`)
      const name = (cellOf('symbol')?.textContent ?? '').trim()
      // Figures belong to the moment that stands beside the value, or to their price.
      const moment = ageIn(cellOf('marketValue')) ?? ageIn(cellOf('last'))
      for (const column of columns) {
        const cell = cellOf(column)
        if (cell === null || name === '') continue
        figures.push({
          panel,
          name: column,
          row: name,
          id: row.getAttribute('data-key'),
          text: textIn(cell),
          age: column === 'last' || column === 'status' ? ageIn(cell) : moment,
        })
      }
    }
  }
  readTable('positions', [
    'quantity',
    'averageCost',
    'last',
    'marketValue',
    'dayPnl',
    'unrealizedPnl',
  ])
  const total = document.querySelector('[data-panel=positions] .grid-foot')
  for (const name of ['marketValue', 'dayPnl', 'unrealizedPnl', 'realizedPnl']) {
    const cell = total?.querySelector(`[data-column=${name}]`)
    if (cell) addTotal('totals', name, textIn(cell), ageIn(cell))
  }
  const journal = document.querySelector('[data-testid=journal]')
  const realized = journal?.querySelector('[data-testid=journal-realized]')
  if (realized) addTotal('journal', 'ever realized', textIn(realized), ageIn(journal))
  readTable('orders', ['status', 'filled', 'average'])
  const ticket = document.querySelector('[data-testid=ticket]')
  const row = (ticket?.getAttribute('aria-label') ?? '').replace(/^Order for /, '')
  const before = (line: Element): string => textIn(line).split('→')[0]?.trim() ?? ''
  const power = ticket?.querySelector('[data-testid=ticket-power]')
  if (power) addTotal('ticket', 'power', before(power), ageIn(power))
  const held = ticket?.querySelector('[data-testid=ticket-position]')
  if (held) {
    const [text, age] = [before(held), ageIn(held)]
    figures.push({ panel: 'ticket', name: 'quantity', row, id: null, text, age })
  }
  for (const line of document.querySelectorAll('[data-testid=trade-line][data-kind=position]')) {
    const text = /[+−-]?\$[\d,]+\.\d\d/.exec(line.textContent ?? '')?.[0] ?? ''
    const age = ageIn(line)
    figures.push({ panel: 'chart label', name: 'unrealizedPnl', row, id: null, text, age })
  }
  const number = document.querySelector('.statusbar .status-item[title]')?.textContent ?? ''
  const [EVERY_MS, SECONDS_MS] = [50, 3_500]
  const page = window as unknown as { truthTurns?: Turns }
  if (page.truthTurns === undefined) {
    const turns: Turns = { last: performance.now(), late: [] }
    page.truthTurns = turns
    setInterval(() => {
      const now = performance.now()
      turns.late = turns.late.filter(({ time }) => time > now - SECONDS_MS)
      turns.late.push({ time: now, ms: now - turns.last })
      turns.last = now
    }, EVERY_MS)
  }
  const { last, late } = page.truthTurns
  const lateMs = Math.max(performance.now() - last, ...late.map(({ ms }) => ms))
  return { time: Date.now(), account: number.trim(), figures, lateMs }
}
