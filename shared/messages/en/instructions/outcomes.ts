import type { OrderStatus } from '../../../domain/orders/order-state.js'
import type { Message } from '../../message.js'
import type { Writer } from '../../writer.js'
import { STATUS_NAMES } from '../names.js'

/**
 * How an instruction ended and what became of its order. The records of instructions hold these in
 * English; `storedMessage` finds the code of a stored text.
 */
export const outcomes = {
  accepted: 'The broker accepted it',
  rejected: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `The broker refused it: ${message(reason)}`,
  rejectedWithoutReason: 'The broker refused it: no reason was given',
  notSent: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `Not sent: ${message(reason)}`,
  stoppedAtSource: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `the broker stopped it: ${message(reason)}`,
  unknownBecause: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `It is not known whether it was done: ${message(reason)}`,
  unknown: 'It is not known yet whether it was done; Countersign is checking',
  requestBroken: 'It is not known whether it was done: the request was interrupted',
  neverReceived: 'Not sent: Countersign has no record of the order',
  notPlaced: 'It was not placed',
  sending: 'It is being sent',
  endedWhileSending: 'Countersign ended while it was being sent and is checking the outcome',
  orderChanged: 'Not sent: the order was changed meanwhile',
  notRecorded: 'Not sent: it could not be saved',
  sessionEnded: 'Not sent: the session ended',
  sourceUnreachable: 'the broker could not be asked whether it is still pending',
  orderCanceled: 'The order is canceled',
  notCanceled: ({ status }: { readonly status: OrderStatus }) =>
    `Not canceled: the order is ${STATUS_NAMES[status]}`,
  stillWorking: 'Not canceled: the order is still working',
  orderNotFound: 'The broker does not know this order any more; nothing was changed',
  changed: 'The order was changed',
  notChanged: 'Not changed: the order is as it was',
  groupChanged: 'The orders were changed',
  groupNotChanged: 'Not changed: the orders are as they were',
  approved: 'Approved by the person',
  approvedAmended: 'Approved by the person with changes',
  autoApproved: 'Approved by an auto-approve rule of this connection',
  declined: 'Declined by the person',
  expired: 'Not answered in time',
  revoked: 'Revoked by the assistant',
  assistantPaused: 'This assistant was paused',
  connectionRevoked: 'This connection was revoked',
  keyRenewed: 'The key of this connection was renewed',
  policyChanged: 'The policy of this connection was changed',
  halted: 'Assistants were halted',
  haltedBecause: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `assistants were halted: ${message(reason)}`,
  locked: 'Countersign was locked',
  restart: 'restart',
  profileSwitched: 'switched to another profile',
  sessionClosed: 'the session ended',
  unsent: 'Not sent',
  acquiredElsewhere: 'Not sent from here: another computer has accepted it',
  endedAtBroker: 'Not sent: it was revoked or has expired at the broker',
  alreadyPending: 'The same was requested a moment ago and is pending already',
  notAllowed: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `Not allowed any more: ${message(reason)}`,
  policyNow: 'the policy changed',
  connectionInactive: 'The connection is not active any more.',
} as const
