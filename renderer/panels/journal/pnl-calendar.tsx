import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { JournalDay } from '../../../shared/domain/account/journal.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { ownMoney } from '../../format/own.js'
import { currentLocale } from '../../language/language.js'
import { usePanelText } from '../../language/panel-text.js'
import { IconButton } from '../../ui/button.js'
import { Signed } from '../../ui/signed.js'
import { calendarMonth, monthAfter } from './calendar-month.js'
import { explain } from '../../ui/hints/hint.js'

const monthName = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(currentLocale(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })

/** What was realized on each day of a month; begins with the newest month that has any. */
export function PnlCalendar({ days }: { readonly days: readonly JournalDay[] }) {
  const text = usePanelText().journal
  const [first, last] = [monthOf(days.at(0)), monthOf(days.at(-1))]
  const [chosen, setChosen] = useState<string | null>(null)
  const month = chosen === null || chosen < first || chosen > last ? last : chosen
  const { weeks, total } = calendarMonth(month, days)
  return (
    <section className="journal-block" aria-label={text.calendar}>
      <h3>
        {text.calendar}
        <span className="journal-month">
          <IconButton
            icon={ChevronLeft}
            size="small"
            label={text.previousMonth}
            disabled={month <= first}
            onClick={() => setChosen(monthAfter(month, -1))}
          />
          <span aria-live="polite">{monthName(month)}</span>
          <IconButton
            icon={ChevronRight}
            size="small"
            label={text.nextMonth}
            disabled={month >= last}
            onClick={() => setChosen(monthAfter(month, 1))}
          />
        </span>
        <span className="journal-month-total tnum">
          {text.monthTotal(ownMoney(total, 'USD', true))}
        </span>
      </h3>
      <table className="journal-calendar" data-testid="journal-calendar">
        <thead>
          <tr>
            {text.weekdays.map((day) => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, index) => (
            <tr key={index}>
              {week.map((cell, place) => (
                <td
                  key={cell?.day ?? place}
                  data-day={cell?.day}
                  {...explain(hintOf(days, cell?.day, text))}
                >
                  {cell !== null && <span className="journal-day">{cell.number}</span>}
                  {cell !== null && cell.pnl !== null && (
                    <Signed value={cell.pnl} tone="pnl">
                      {ownMoney(cell.pnl, null, true)}
                    </Signed>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Says of what a day's figure is made. */
function hintOf(
  days: readonly JournalDay[],
  day: string | undefined,
  { hints }: PanelText['journal'],
): string | undefined {
  const found = days.find((candidate) => candidate.day === day)
  return found === undefined
    ? undefined
    : hints.day(ownMoney(found.realized, null, true), ownMoney(found.fees))
}

const monthOf = (day: JournalDay | undefined): string => day?.day.slice(0, 7) ?? ''
