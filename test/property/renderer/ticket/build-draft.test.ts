import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDraft } from '../../../../shared/domain/orders/order-rules.js'
import {
  ORDER_SESSIONS,
  ORDER_TYPES,
  TIMES_IN_FORCE,
} from '../../../../shared/domain/orders/order-types.js'
import { SIDES } from '../../../../shared/domain/side.js'
import { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { buildDraft } from '../../../../renderer/ui/ticket/model/build-draft.js'
import {
  emptyForm,
  reduceTicket,
  TEXT_FIELDS,
  type TicketAction,
} from '../../../../renderer/ui/ticket/model/ticket-form.js'
import { ticketText } from '../../../../shared/messages/en/window/orders/ticket.js'
import { AAPL, LOCALE, context, instrument } from '../../../unit/renderer/panels/ticket/fixtures.js'

const text = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '10',
    '0.5',
    '185.20',
    '185.205',
    '1,000',
    '1,00',
    'abc',
    '1e9',
    '99',
    '101',
    '0.12345678',
  ),
  fc.string({ maxLength: 8 }),
)
const action: fc.Arbitrary<TicketAction> = fc.oneof(
  fc.record({
    kind: fc.constant('type-text' as const),
    field: fc.constantFrom(...TEXT_FIELDS),
    text,
  }),
  fc.record({ kind: fc.constant('side' as const), side: fc.constantFrom(...SIDES) }),
  fc.record({
    kind: fc.constant('type' as const),
    type: fc.constantFrom(...ORDER_TYPES),
    marketable: fc.constant(null),
  }),
  fc.record({
    kind: fc.constant('time-in-force' as const),
    timeInForce: fc.constantFrom(...TIMES_IN_FORCE),
  }),
  fc.record({ kind: fc.constant('session' as const), session: fc.constantFrom(...ORDER_SESSIONS) }),
  fc.record({
    kind: fc.constant('size-kind' as const),
    sizeKind: fc.constantFrom('quantity' as const, 'amount' as const),
  }),
  fc.record({
    kind: fc.constant('trail-kind' as const),
    trailKind: fc.constantFrom('amount' as const, 'percent' as const),
  }),
)

describe('the ticket after any actions', () => {
  it('the ticket either makes a draft that rules and schema accept, or reports problems', () => {
    fc.assert(
      fc.property(
        fc.array(action, { maxLength: 25 }),
        fc.boolean(),
        fc.boolean(),
        (actions, fractionable, shortable) => {
          const form = actions.reduce(
            (form, action) => reduceTicket(form, action, LOCALE),
            emptyForm(AAPL),
          )
          const built = buildDraft(
            form,
            context({ instrument: instrument({ fractionable, shortable }) }),
          )
          if (built.ok) {
            expect(checkDraft(built.value, fractionable)).toEqual([])
            expect(OrderDraft.safeParse(built.value).success).toBe(true)
            expect(built.value.side === 'short' && !shortable).toBe(false)
            // From the basket it goes back into the ticket with everything that it has.
            const restored = reduceTicket(
              emptyForm(AAPL),
              { kind: 'prefill', prefill: { draft: built.value } },
              LOCALE,
            )
            expect(
              buildDraft(
                restored,
                context({ instrument: instrument({ fractionable, shortable }) }),
              ),
            ).toEqual(built)
            return
          }
          expect(built.error.length).toBeGreaterThan(0)
          for (const finding of built.error) {
            expect(ticketText.problems[finding.problem].length).toBeGreaterThan(5)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
