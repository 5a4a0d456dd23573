import { expect, test } from 'vitest'
import { fieldsOf } from '../../../../../renderer/ui/records/record-columns.js'
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
