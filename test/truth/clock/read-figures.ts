/** A figure as the window paints it. */
export interface PaintedFigure {
  readonly panel: string
  /** What it is, such as `netLiquidation`; in a table the column. */
  readonly name: string
  /** The row of a table; null outside of one. */
  readonly row: string | null
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
}

/**
 * Runs inside the page, and is sent as text: reads every figure of the account that is painted, in
 * one task, so that all of them are of one frame.
 */
export function readFigures(): PaintedFigures {
  const figures: PaintedFigure[] = []
  const ageIn = (element: Element | null | undefined): string | null =>
    element?.querySelector('[data-testid=figure-age]')?.textContent ?? null
  const textIn = (element: Element | null | undefined): string => {
    const all = element?.textContent ?? ''
    const age = ageIn(element)
    return (age === null ? all : all.replace(age, '')).trim()
  }
  for (const item of document.querySelectorAll('.statusbar .status-item')) {
    const name = item.querySelector('.label')?.textContent
    const value = item.querySelector('strong, .figure, span:last-child')
    if (name === null || name === undefined || value === null) continue
    const text = textIn(item).slice(name.length)
    figures.push({ panel: 'status bar', name, row: null, text, age: ageIn(item) })
  }
  const account = document.querySelector('[data-panel=account]')
  const top = ageIn(account?.querySelector('.account-top'))
  for (const fact of account?.querySelectorAll('.fact') ?? []) {
    const name = fact.querySelector('dt')?.textContent ?? ''
    const value = fact.querySelector('dd')
    figures.push({ panel: 'account', name, row: null, text: textIn(value), age: ageIn(value) })
  }
  for (const name of ['buyingPower', 'optionBuyingPower', 'cash']) {
    const cell = account?.querySelector(`[role=gridcell][data-column=${name}]`)
    if (cell) figures.push({ panel: 'account', name, row: null, text: textIn(cell), age: top })
  }
  const rows = document.querySelectorAll('[data-panel=positions] [role=row][aria-rowindex]')
  for (const row of rows) {
    if (row.matches('.closed-row')) continue
    const cellOf = (name: string) => row.querySelector(`[data-column=${name}]`)
    const name = (cellOf('symbol')?.textContent ?? '').trim()
    for (const column of ['quantity', 'last', 'marketValue', 'dayPnl', 'unrealizedPnl']) {
      const cell = cellOf(column)
      if (cell === null || name === '') continue
      figures.push({ panel: 'positions', name: column, row: name, text: textIn(cell), age: null })
    }
  }
  const power = document.querySelector('[data-testid=ticket] [data-testid=power]')
  const symbol = document.querySelector('[data-testid=ticket]')?.getAttribute('aria-label') ?? ''
  if (power !== null) {
    const text = (power.textContent ?? '').split('→')[0] ?? ''
    figures.push({ panel: 'ticket', name: 'power', row: null, text, age: ageIn(power) })
  }
  for (const line of document.querySelectorAll('[data-testid=trade-line][data-kind=position]')) {
    const text = /[+−-]?\$[\d,]+\.\d\d/.exec(line.textContent ?? '')?.[0] ?? ''
    const row = symbol.replace(/^Order for /, '')
    figures.push({ panel: 'chart label', name: 'unrealizedPnl', row, text, age: null })
  }
  const number = document.querySelector('.statusbar .status-item[title]')?.textContent ?? ''
  return { time: Date.now(), account: number.trim(), figures }
}
