import type { CalendarEntry } from '../../../shared/domain/reference/calendar.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { formatCompact, formatDecimal, formatMoney, formatQuantity } from '../../format/decimal.js'
import { symbolInstrument } from '../../format/instrument-name.js'
import { InstrumentCell } from '../../ui/instrument-cell.js'
import type { Column } from '../../ui/table/column.js'
import { dayColumn, dayText, textColumn } from '../../ui/table/columns/simple-columns.js'
import type { CalendarRow } from './calendar-model.js'

/** Writes how far away a day is. */
const distance = (days: number, { calendar: text }: PanelText): string =>
  days < 0 ? text.ago(-days) : text.days(days)

/** Writes what is known about a date. */
export function calendarDetail(entry: CalendarEntry, { calendar, company }: PanelText): string {
  switch (entry.kind) {
    case 'earnings': {
      const period =
        entry.period === 0
          ? company.year(entry.year)
          : entry.period > 4
            ? company.notice(entry.year)
            : company.quarter(entry.year, entry.period)
      return entry.eps === null
        ? calendar.expected(
            period,
            formatDecimal(entry.epsEstimate, 2, 4),
            formatCompact(entry.revenueEstimate),
          )
        : calendar.reported(
            period,
            formatDecimal(entry.eps, 2, 4),
            formatDecimal(entry.epsEstimate, 2, 4),
          )
    }
    case 'ex-dividend':
      return calendar.dividend(formatMoney(entry.amount, entry.currency), dayText(entry.payDate))
    case 'action': {
      const name = company.actionNames[entry.action]
      return entry.before === null || entry.after === null
        ? name
        : `${name} ${company.ratio(formatQuantity(entry.before), formatQuantity(entry.after))}`
    }
    case 'expiration':
      return calendar.expires
  }
}

export const calendarColumns = (text: PanelText): readonly Column<CalendarRow>[] => {
  const { heads, kinds, held } = text.calendar
  return [
    dayColumn<CalendarRow>('day', heads.day, ({ entry }) => entry.day, { pinned: true }),
    {
      id: 'in',
      head: heads.in,
      number: true,
      width: 72,
      compare: (a, b) => a.inDays - b.inDays,
      cell: ({ inDays }) => <span className="tnum">{distance(inDays, text)}</span>,
      data: ({ inDays }) => `${inDays}`,
    },
    textColumn<CalendarRow>(
      {
        id: 'symbol',
        head: heads.symbol,
        width: 160,
        cell: ({ entry }) => <InstrumentCell instrument={symbolInstrument(entry.symbol)} />,
      },
      ({ entry }) => entry.symbol,
    ),
    textColumn<CalendarRow>(
      { id: 'kind', head: heads.kind, width: 120 },
      ({ entry }) => kinds[entry.kind],
    ),
    textColumn<CalendarRow>(
      {
        id: 'held',
        head: heads.held,
        width: 84,
        yields: 1,
        cell: ({ isHeld }) => (isHeld ? <span className="badge">{held}</span> : null),
      },
      ({ isHeld }) => (isHeld ? held : ''),
    ),
    textColumn<CalendarRow>(
      { id: 'detail', head: heads.detail, width: 270, grow: 3 },
      ({ entry }) => calendarDetail(entry, text),
    ),
  ]
}
