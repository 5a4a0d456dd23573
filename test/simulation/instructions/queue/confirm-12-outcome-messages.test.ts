import { describe, expect, it } from 'vitest'
import { instructionView } from '../../../../electron/assistant/views/instruction.js'
import { createHostedGate } from '../../../../electron/core/instructions/queue/hosted-gate.js'
import { providerFailure } from '../../../../electron/core/provider-failure.js'
import { confirmText } from '../../../../shared/messages/en/window/confirm.js'
import type { Card } from '../../../../shared/domain/instructions/card.js'
import { err } from '../../../../shared/domain/result.js'
import { ASSISTANT, InstructionFixture } from '../harness/instruction-fixture.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { writtenOut } from '../../../harness/written-out.js'

const headline = (state: Card['state']): string =>
  state === 'loading' || state === 'open' || state === 'sending'
    ? state
    : confirmText.results[state]
const shownOutcome = (fixture: InstructionFixture) => ({
  headline: headline(fixture.card().state),
  result: fixture.card().result,
  assistant: instructionView(fixture.latest(), fixture.latest().createdAt).message,
})
const decided = async (
  bend: (fixture: InstructionFixture) => void,
): Promise<InstructionFixture> => {
  const fixture = await new InstructionFixture().start()
  await fixture.requestAndArm()
  bend(fixture)
  await fixture.approve()
  await fixture.advance(10)
  return fixture
}

describe('CONFIRM-12: outcome messages say what happened and who caused it', () => {
  it('names the broker only when the broker rejected the order', async () => {
    const {
      headline: head,
      result,
      assistant,
    } = shownOutcome(
      await decided((fixture) => {
        fixture.gateway.behavior = 'refuse'
      }),
    )
    expect([head, result]).toEqual([
      'Approved, but the broker rejected it',
      'The broker refused it: too poor',
    ])
    expect(assistant).toBe('Approved by the person. The broker refused it: too poor')
  })

  it.each(['deny', 'error'] as const)(
    'does not name the broker when Countersign stopped the order (%s)',
    async (behavior) => {
      const {
        headline: head,
        result,
        assistant,
      } = shownOutcome(
        await decided((fixture) => {
          fixture.gateway.behavior = behavior
        }),
      )
      expect(head).toBe('Approved, but not sent')
      expect(`${result ?? ''} ${assistant}`).not.toMatch(/broker (rejected|refused)/)
      expect(assistant).toMatch(/^Approved by the person\. It was not carried out\. /)
    },
  )

  it('reports an unknown outcome neither as done nor as refused', async () => {
    const { headline: head, assistant } = shownOutcome(
      await decided((fixture) => {
        fixture.gateway.behavior = 'unknown'
      }),
    )
    expect(head).toBe('Approved, outcome not known yet')
    expect(assistant).toMatch(/not known yet whether it was done/)
  })

  it('says that nothing was sent when the approval could not be written', async () => {
    const {
      headline: head,
      result,
      assistant,
    } = shownOutcome(
      await decided((fixture) => {
        fixture.storeFails = true
      }),
    )
    expect([head, result]).toEqual(['Withdrawn', 'Not sent: it could not be saved'])
    expect(assistant).toMatch(/Nothing was sent\./)
  })

  it('distinguishes a withdrawal by the assistant, its limits and a halt', async () => {
    const revoked = await new InstructionFixture().start()
    await revoked.requestAndArm()
    await revoked.service.endings.revoke(ASSISTANT, revoked.latest().id)
    expect(shownOutcome(revoked)).toMatchObject({
      headline: 'Withdrawn',
      result: 'Revoked by the assistant',
      assistant: expect.stringMatching(/^Withdrawn by you\./) as string,
    })
    const paused = await new InstructionFixture().start()
    await paused.requestAndArm()
    paused.changeConnection('paused')
    expect(shownOutcome(paused)).toMatchObject({
      headline: 'Withdrawn',
      result: 'This assistant was paused',
      assistant: expect.stringMatching(/^Withdrawn by Countersign\./) as string,
    })
    const halted = await new InstructionFixture().start()
    await halted.requestAndArm()
    halted.halt()
    expect(shownOutcome(halted)).toMatchObject({
      headline: 'Withdrawn',
      result: 'Assistants were halted',
    })
  })

  it('names the hosted source when it refuses to release an instruction', async () => {
    const gate = createHostedGate(
      () =>
        Promise.resolve({
          acquire: () =>
            Promise.resolve(
              err(providerFailure('refused', foreign('This instruction has ended.'))),
            ),
        }),
      { after: () => () => undefined, every: () => () => undefined },
    )
    expect(writtenOut(await gate.acquire('s1', 'a'.repeat(32) as never))).toEqual(
      err('the broker stopped it: This instruction has ended.'),
    )
  })
})
