import { describe, expect, it } from 'vitest'
import type { Position } from '../../../../../shared/domain/account/account.js'
import { asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { accountId } from '../../../../../shared/domain/ids.js'
import {
  closeSeveralMenu,
  openPositions,
} from '../../../../../renderer/panels/positions/close-several.js'
import type { PositionGroup } from '../../../../../renderer/panels/positions/position-groups.js'
import { createLayoutStore } from '../../../../../renderer/stores/layout.js'
import { text } from '../../../../../shared/messages/en/window/index.js'

const positionOf = (positionId: string, quantity = '10', account = 'ACC'): Position =>
  ({ positionId, accountId: accountId(account), quantity: asQuantity(dec(quantity)) }) as Position
const [short, long] = [positionOf('short', '-1'), positionOf('long', '1')]
const strategy = positionOf('group/1')
const groupOf = (row: Position): PositionGroup | undefined =>
  row === strategy
    ? ({ key: 'group/1', members: [short, long] } as unknown as PositionGroup)
    : undefined
const ids = (rows: readonly Position[]): readonly string[] =>
  openPositions(rows, groupOf).map(
    ({ accountId: account, positionId }) => `${account} ${positionId}`,
  )

describe('closing selected positions', () => {
  it('closes each once, and the legs of a strategy whose row is selected', () =>
    expect(ids([strategy, short, positionOf('other')])).toEqual([
      'ACC short',
      'ACC long',
      'ACC other',
    ]))

  it('closes positions with one id in two accounts', () =>
    expect(ids([positionOf('a'), positionOf('a', '5', 'IRA')])).toEqual(['ACC a', 'IRA a']))

  it('leaves out what is not held any more, and offers nothing where nothing is', () => {
    expect(ids([positionOf('gone', '0'), positionOf('a')])).toEqual(['ACC a'])
    const layout = createLayoutStore()
    const [none] = closeSeveralMenu([], layout, text.positions)
    expect(none).toMatchObject({ disabled: true, label: text.positions.nothingToClose })
    const [close] = closeSeveralMenu([short, long], layout, text.positions)
    expect(close).toMatchObject({ disabled: false, label: 'Close 2 positions…' })
    close?.run()
    expect(layout.getState()).toMatchObject({
      overlay: 'close-positions',
      closing: { kind: 'positions', positions: [short, long] },
    })
  })
})
