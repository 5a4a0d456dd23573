import { expect, test } from 'vitest'
import { scorecardCsv } from '../../../../../renderer/panels/instructions/scorecard/scorecard-csv.js'
import { scoreOf } from '../../../../../electron/core/instructions/scorecard/scorecard.js'
import { TradeHistory, draftOf } from '../../../core/instructions/scorecard/scorecard-fixture.js'

test('a report card is exported as one row per day with the totals at its end', () => {
  const book = new TradeHistory()
  book.addOrder(draftOf(), [[0, '10', '100.00', '1.25']])
  book.addOrder(draftOf({ side: 'sell' }), [[1, '10', '101.50']])
  const { days, total } = scoreOf(book.input())
  const lines = scorecardCsv({ name: '=Helper', environment: 'practice', days, total }).split(
    '\r\n',
  )
  const [head = [], ...rows] = lines.slice(0, -1).map((line) => line.split(','))
  expect(
    rows.map((row) => [
      row[0],
      row[2],
      row[head.indexOf('traded')],
      row[head.indexOf('fees')],
      row[head.indexOf('realised')],
      row[head.indexOf('filled')],
    ]),
  ).toEqual([
    ["'=Helper", '2026-11-19', '1000', '1.25', '0', '1'],
    ["'=Helper", '2026-11-20', '1015', '0', '15', '1'],
    ["'=Helper", 'all', '2015', '1.25', '15', '2'],
  ])
  expect(rows.every((row) => row.length === head.length)).toBe(true)
})
