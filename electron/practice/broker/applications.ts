import { err, ok, type Result } from '../../../shared/domain/result.js'
import { DAY_MS, SECOND_MS, type EpochMs } from '../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import type { Refusal } from '../exchange/api/refusals.js'
import { BROKER_USER, type BrokerContext } from './broker-context.js'
import { emitAccountEvent, emitApplicationEvent } from './events.js'
import { readForms, wrong, type Filled, type FilledForm } from './read-forms.js'
import type { Application, BrokerAccount } from './state.js'

export interface Submission {
  readonly requestId: string
  /** The application that this submission completes. */
  readonly applicationId?: string | undefined
  /** The account to which an account type is added. */
  readonly relatedAccountId?: string | undefined
  readonly forms: readonly FilledForm[]
}

const { reviewSeconds, resubmitDays } = ASSUMPTIONS.broker

/** Merges forms: a form that was not sent again is kept from before. */
const merged = (before: Filled, after: Filled): Filled => ({
  basic: after.basic ?? before.basic,
  brokerage: after.brokerage ?? before.brokerage,
  event: after.event ?? before.event,
})

/** Checks that every attached document was uploaded before. */
export function attachmentsProblem(context: BrokerContext, filled: Filled): Refusal | null {
  const unknown = filled.basic?.document_attachments?.find(
    ({ document_id: id, document_type: type }) =>
      !context.state.documents.some((document) => document.id === id && document.type === type),
  )
  return unknown === undefined
    ? null
    : wrong(
        `document_attachments: ${unknown.document_id.slice(0, 32)} was not uploaded as ${unknown.document_type}.`,
      )
}

function createApplication(
  context: BrokerContext,
  submission: Submission,
  filled: Filled,
): Result<string, Refusal> {
  if (filled.brokerage === null && filled.event === null) {
    return err(wrong('forms: an additional form is missing.'))
  }
  if (submission.relatedAccountId === undefined) {
    if (filled.basic === null) return err(wrong('forms: NEW_ACCOUNT_BASIC_FORM is missing.'))
  } else {
    const related = context.openAccount(submission.relatedAccountId)
    if (!related.ok) return related
    if (filled.basic !== null) {
      return err(
        wrong(
          'forms: NEW_ACCOUNT_BASIC_FORM is known of the related account; use Update an Account.',
        ),
      )
    }
    const known = related.value.filled
    if (
      (filled.brokerage !== null && known.brokerage !== null) ||
      (filled.event !== null && known.event !== null)
    ) {
      return err(wrong('related_account_id: the account has this type already.'))
    }
    if (
      context.state.applications.some(
        (application) =>
          application.relatedAccountId === submission.relatedAccountId &&
          application.status === 'PENDING',
      )
    ) {
      return err(wrong('related_account_id: another type is being added already.'))
    }
  }
  const id = context.id('application')
  const application: Application = {
    id,
    requestId: submission.requestId,
    status: 'PENDING',
    filled,
    relatedAccountId: submission.relatedAccountId ?? null,
    accountId: null,
    submittedAt: context.now(),
    resubmissionCodes: [],
  }
  context.state.applications.push(application)
  emitApplicationEvent(context, application)
  return ok(id)
}

function resubmit(
  context: BrokerContext,
  application: Application | undefined,
  submission: Submission,
  filled: Filled,
): Result<string, Refusal> {
  if (application === undefined) return err(wrong('application_id is not known.'))
  if (application.status !== 'RESUBMIT') {
    return err(wrong('application_id: the application does not wait for anything.'))
  }
  if (
    submission.relatedAccountId !== undefined &&
    submission.relatedAccountId !== application.relatedAccountId
  ) {
    return err(wrong('related_account_id is not that of the application.'))
  }
  Object.assign(application, {
    requestId: submission.requestId,
    status: 'PENDING',
    filled: merged(application.filled, filled),
    submittedAt: context.now(),
    resubmissionCodes: [],
  })
  emitApplicationEvent(context, application)
  return ok(application.id)
}

/**
 * Creates an account application: all forms together, or one type first and the other later.
 * Returns the application's id.
 */
export function submit(context: BrokerContext, submission: Submission): Result<string, Refusal> {
  return context.once('accounts.create', submission.requestId, submission, () => {
    const filled = readForms(submission.forms, context.now())
    if (!filled.ok) return filled
    const problem = attachmentsProblem(context, filled.value)
    if (problem !== null) return err(problem)
    if (submission.applicationId === undefined) {
      return createApplication(context, submission, filled.value)
    }
    return resubmit(
      context,
      context.state.applications.find(({ id }) => id === submission.applicationId),
      submission,
      filled.value,
    )
  })
}

const IDENTITY_PAPERS: readonly string[] = ['PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID']

/** Returns codes of the documents that the review requires but did not find. */
function missing({ basic }: Filled): Application['resubmissionCodes'] {
  if (basic === null) return []
  const papers = (basic.document_attachments ?? []).map(
    (attachment): string => attachment.document_type,
  )
  const foreign =
    basic.tax_info.tax_residence !== 'US' || basic.customer_info.identity_type === 'PASSPORT'
  const codes: Application['resubmissionCodes'] = []
  if (foreign && !papers.some((paper) => IDENTITY_PAPERS.includes(paper))) {
    codes.push('IDENTITY_DOCUMENT')
  }
  if (basic.disclosure_info.is_affiliated && !papers.includes('AFFILIATION_LETTER')) {
    codes.push('AFFILIATION_LETTER')
  }
  return codes
}

/**
 * Restricts trading: without the brokerage form no stocks, without the event contract form no event
 * contracts.
 */
const restrictionsOf = (filled: Filled, since: EpochMs): BrokerAccount['restrictions'] => [
  ...(filled.brokerage === null
    ? [{ code: 'TRADING_STOCK_ETF' as const, since, reason: 'The account has no brokerage form.' }]
    : []),
  ...(filled.event === null
    ? [{ code: 'TRADING_EVENT' as const, since, reason: 'The account has no event contract form.' }]
    : []),
]

const FIRST_NUMBER = 20_010_000

function open(context: BrokerContext, filled: Filled): BrokerAccount {
  const id = context.id('account')
  const now = context.now()
  const type = filled.brokerage?.account_type ?? 'CASH'
  const number = String(FIRST_NUMBER + context.state.accounts.length + 1)
  const account: BrokerAccount = {
    id,
    number,
    type,
    owner: filled.basic?.customer_info.identity_number ?? id,
    filled,
    openedAt: now,
    restrictions: restrictionsOf(filled, now),
    closedAt: null,
  }
  context.state.accounts.push(account)
  context.books.openAccount({ userId: BROKER_USER, accountId: id, accountNumber: number, type })
  return account
}

/** Adds the type to the account; null when the account was closed in the meantime. */
function append(context: BrokerContext, accountId: string, filled: Filled): BrokerAccount | null {
  const found = context.openAccount(accountId)
  if (!found.ok) return null
  const account = found.value
  account.filled = merged(account.filled, filled)
  account.restrictions = restrictionsOf(account.filled, account.openedAt)
  return account
}

function decide(context: BrokerContext, application: Application): void {
  const codes = missing(application.filled)
  if (codes.length > 0) {
    Object.assign(application, { status: 'RESUBMIT', resubmissionCodes: codes })
    return emitApplicationEvent(context, application)
  }
  const related = application.relatedAccountId
  const account =
    related === null
      ? open(context, application.filled)
      : append(context, related, application.filled)
  application.accountId = account?.id ?? null
  application.status = account === null ? 'REJECTED' : 'APPROVED'
  emitApplicationEvent(context, application)
  if (account !== null) {
    emitAccountEvent(context, account, {
      change: related === null ? 'OPEN' : 'UPDATE',
      requestId: application.requestId,
    })
  }
  return undefined
}

/**
 * Decides every due application: a few seconds after its submission. Rejects those whose requested
 * documents were not sent in time.
 */
export function review(context: BrokerContext): void {
  const now = context.now()
  for (const application of context.state.applications) {
    if (
      application.status === 'PENDING' &&
      now >= application.submittedAt + reviewSeconds * SECOND_MS
    ) {
      decide(context, application)
    } else if (
      application.status === 'RESUBMIT' &&
      now >= application.submittedAt + resubmitDays * DAY_MS
    ) {
      application.status = 'REJECTED'
      emitApplicationEvent(context, application)
    }
  }
}
