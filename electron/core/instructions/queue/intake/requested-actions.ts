import type { ClientOrderId } from '../../../../../shared/domain/ids.js'
import type {
  InstructionAction,
  MemberReplace,
} from '../../../../../shared/domain/instructions/instruction.schema.js'
import type { RequestedAction } from '../../../../../shared/domain/instructions/instruction-request.js'
import { refuse, type Refusal } from '../../../../../shared/domain/instructions/refusal.js'
import { isFinal } from '../../../../../shared/domain/orders/order-state.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { groupRefusal } from '../../requests/order-changes.js'
import { exitsRefusal, linkedRefusal } from '../../requests/exits-refusal.js'
import { message } from '../../../../../shared/messages/make-message.js'

/** The maximum number of orders in one request. */
export const MAX_BATCH = 20

type Actions = Result<readonly InstructionAction[], Refusal>
type Requested<Kind> = Extract<RequestedAction, { readonly kind: Kind }>

/**
 * Converts a request to the actions of its instructions, with the orders that it changes or cancels
 * as they are now. Refuses a request for an order that is unknown or final.
 */
export function requestedActions(action: RequestedAction, orders: readonly Order[]): Actions {
  switch (action.kind) {
    case 'place':
      return placeActions(action)
    case 'cancel':
      return cancelActions(action, orders)
    case 'replace':
      return replaceActions(action, orders)
  }
}

function placeActions({ drafts, exits = [], linked = [] }: Requested<'place'>): Actions {
  const [entry, ...more] = drafts
  if (linked.length > 0 && entry !== undefined && more.length === 0) {
    const refusal = linkedRefusal(entry, linked)
    return refusal === null ? ok([{ kind: 'place', draft: entry, linked }]) : err(refusal)
  }
  if (exits.length > 0 && entry !== undefined && more.length === 0) {
    const refusal = exitsRefusal(entry, exits)
    return refusal === null ? ok([{ kind: 'place', draft: entry, exits }]) : err(refusal)
  }
  if (drafts.length === 0 || drafts.length > MAX_BATCH) {
    return refuse('invalid', message('refusals.batchSize', { max: MAX_BATCH }))
  }
  return ok(drafts.map((draft) => ({ kind: 'place' as const, draft })))
}

function cancelActions(action: Requested<'cancel'>, orders: readonly Order[]): Actions {
  const { kind, accountId, clientOrderId, others = [] } = action
  if (others.length >= MAX_BATCH) {
    return refuse('invalid', message('refusals.batchSize', { max: MAX_BATCH }))
  }
  const actions: InstructionAction[] = []
  for (const id of new Set([clientOrderId, ...others])) {
    const before = findChangeable(orders, action, id)
    if (!before.ok) return before
    actions.push({ kind, accountId, clientOrderId: id, before: before.value })
  }
  return ok(actions)
}

function replaceActions(action: Requested<'replace'>, orders: readonly Order[]): Actions {
  const members: MemberReplace[] = []
  for (const { clientOrderId, change } of [action, ...(action.others ?? [])]) {
    const found = findChangeable(orders, action, clientOrderId)
    if (!found.ok) return found
    members.push({ clientOrderId, change, before: found.value })
  }
  const problem = groupRefusal(members.map((member) => member.before))
  if (problem !== null) return err(problem)
  const [first, ...otherMembers] = masterFirst(members)
  if (first === undefined) return refuse('invalid', message('refusals.nothingToChange'))
  return ok([
    {
      kind: 'replace',
      accountId: action.accountId,
      ...first,
      ...(otherMembers.length === 0 ? {} : { others: otherMembers }),
    },
  ])
}

/** Finds an order of the request's account that can still be changed or canceled. */
function findChangeable(
  orders: readonly Order[],
  action: Requested<'cancel'> | Requested<'replace'>,
  id: ClientOrderId,
): Result<Order, Refusal> {
  const order = orders.find((row) => row.clientOrderId === id && row.accountId === action.accountId)
  if (order === undefined) {
    const isGroup = action.kind === 'replace' && (action.others ?? []).length > 0
    return refuse(
      'not-found',
      isGroup
        ? message('refusals.orderIdUnknown', { clientOrderId: id })
        : message('refusals.orderUnknown'),
    )
  }
  return isFinal(order.status)
    ? refuse('not-found', message('policy.orderEnded', { status: order.status }))
    : ok(order)
}

/** The other orders depend on the master, so it goes first, whether they grow or shrink. */
function masterFirst(members: readonly MemberReplace[]): readonly MemberReplace[] {
  const isMaster = ({ before: { terms } }: MemberReplace): boolean =>
    terms?.combo?.role === 'master'
  return [...members.filter(isMaster), ...members.filter((member) => !isMaster(member))]
}
