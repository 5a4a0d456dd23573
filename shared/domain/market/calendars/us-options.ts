import type { CalendarSource } from './days.js'

/**
 * Options on stocks, funds and indexes of the United States.
 *
 * ASSUMPTION: every option ends with the regular session of stocks. The exchanges let classes that
 * they name go on for 15 minutes, until 16:15, and until 13:15 on short days: options on some funds
 * (SPY, QQQ, IWM, DIA) and on broad indexes, these until 16:00 on their last day. The broker does
 * not say which of them it takes then, and an order that is called late is better than one that is
 * called in time. This is the only place that decides it.
 */
export const US_OPTIONS: CalendarSource = {
  source:
    'NYSE Group, Holiday and Early Closings Calendar (13:15 for eligible options); Cboe, Hours and Holidays (16:15 for selected funds and indexes).',
  years: { from: 2012, to: 2028 },
}

/** How long after the regular session of stocks options end, in minutes. */
export const OPTIONS_LATER_MINUTES = 0
