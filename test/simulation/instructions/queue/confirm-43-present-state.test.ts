import { describe, expect, it } from 'vitest'
import { instructionView } from '../../../../electron/assistant/views/instruction.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { InstructionFixture } from '../harness/instruction-fixture.js'
import { orderRow, draft } from '../harness/fake-order-gateway.js'

const approved = async (): Promise<InstructionFixture> => {
  const fixture = await new InstructionFixture().start()
  await fixture.requestAndArm()
  await fixture.approve()
  return fixture
}
const ticket = (fixture: InstructionFixture): string => fixture.sent[0]?.ticket ?? ''
const stateOf = ({ service }: InstructionFixture) => {
  const row = service.rows.all().at(-1)
  return [row?.outcome, row?.orderStatus]
}

describe('CONFIRM-43: the history shows the state of the order now', () => {
  it('follows the order after the decision, whoever changes it, and publishes each change', async () => {
    const fixture = await approved()
    expect(stateOf(fixture)).toEqual(['acknowledged', 'working'])
    const published: (string | null)[] = []
    fixture.service.rows.subscribe((rows) => {
      published.push(...rows.map(({ orderStatus }) => orderStatus))
    })
    for (const status of ['partially-filled', 'cancelled'] as const) {
      fixture.gateway.updateOrder(ticket(fixture), { status })
      await fixture.advance(10)
      expect(stateOf(fixture)).toEqual(['acknowledged', status])
    }
    expect(published).toEqual(['partially-filled', 'cancelled'])
  })

  it('shows it after a restart', async () => {
    const fixture = await approved()
    await fixture.restart()
    fixture.gateway.updateOrder(ticket(fixture), { status: 'filled' })
    await fixture.advance(10)
    expect(stateOf(fixture)).toEqual(['acknowledged', 'filled'])
  })
})

describe('CONFIRM-43: the answer to an assistant', () => {
  it('says what the order is now, after what the broker answered at first', async () => {
    const fixture = await approved()
    const instruction = fixture.latest()
    const order = orderRow(draft(), 'x', { status: 'cancelled' })
    expect(instructionView({ ...instruction, order }, epochMs(0))).toMatchObject({
      order_status: 'CANCELLED',
      message:
        'Approved by the person. The broker accepted it. The order is CANCELLED now, 0 filled.',
    })
    // Without the order nothing is said of it.
    expect(instructionView(instruction, epochMs(0))).toMatchObject({
      order_status: null,
      message: 'Approved by the person. The broker accepted it',
    })
  })
})
