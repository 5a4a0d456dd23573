/** The units in which the length of a bar is named. */
export type SpanUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month'
