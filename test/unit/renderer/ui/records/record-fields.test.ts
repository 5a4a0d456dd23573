import { expect, test } from 'vitest'
import { fieldsOf } from '../../../../../renderer/ui/records/record-columns.js'
import { orderHistoryColumns } from '../../../../../renderer/panels/history/order-history-columns.js'
import { asMoney, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { panelText as text } from '../../../../../shared/messages/en/window/panels/index.js'
import { order } from '../../samples.js'
import type { Column } from '../../../../../renderer/ui/table/column.js'

const column = (head: string, data: string): Column<null> => ({
  id: head,
  head,
  width: 0,
  cell: () => null,
  data: () => data,
})

test('a record shows a day as the window writes days, and copies it as the broker does', () => {
  expect(
    fieldsOf(
      [column('Settled on', '2026-11-27'), column('Name', 'Cash'), column('Note', '')],
      null,
    ),
  ).toEqual([
    { name: 'Settled on', shown: '27 Nov 26', exact: '2026-11-27' },
    { name: 'Name', shown: 'Cash', exact: 'Cash' },
  ])
})

test('an order shows its figures as the window writes them, and copies every digit', () => {
  const columns = orderHistoryColumns(
    text,
    (account) => account,
    () => undefined,
  )
  const sent = order('a', {
    quantity: asQuantity(dec('1.00000')),
    filledQuantity: asQuantity(dec('1.00000')),
    fees: asMoney(dec('0.0500')),
  })
  const fields = fieldsOf(columns, sent)
  const field = (name: string) => fields.find((known) => known.name === name)
  expect([field('Qty')?.shown, field('Filled')?.shown, field('Fees')?.shown]).toEqual([
    '1',
    '1',
    '$0.05',
  ])
  expect(field('Qty')?.exact).toBe('1.00000')
})
