import type { NewsPart, NewsSummary } from '../../../../shared/domain/reference/news.js'
import type { NEWS_OPERATIONS } from '../../../../shared/wire/families/market-data/news.js'
import type { ResponseOf } from '../../../../shared/wire/operation.js'

/**
 * Converts the texts and tables of the event stream (MARKET-8); conversation ids and unknown kinds
 * are ignored.
 */
export const toNewsSummary = (
  events: ResponseOf<typeof NEWS_OPERATIONS.newsSummary>,
): NewsSummary => ({
  parts: events.flatMap((event): NewsPart[] => {
    if (event.type === 'text') {
      return event.message === null ? [] : [{ kind: 'text', markdown: event.message }]
    }
    if (event.type !== 'table') return []
    return [
      {
        kind: 'table',
        headers: (event.headers ?? []).map(({ text }) => text),
        rows: (event.rows ?? []).map((row) => row.map(({ text }) => text)),
      },
    ]
  }),
})
