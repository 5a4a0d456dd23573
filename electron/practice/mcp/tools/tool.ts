import { z } from 'zod'
import { err, type Result } from '../../../../shared/domain/result.js'
import type { Services } from '../../http/operations/services.js'
import type { Bearer } from '../../hosted/grants.js'
import type { Instructions } from '../../hosted/instructions.js'
import type { Clients } from '../../hosted/clients.js'
import type { Scope } from '../../hosted/scopes.js'

/** The context of one tool call. */
export interface ToolCall {
  readonly services: Services
  readonly instructions: Instructions
  readonly clients: Clients
  readonly bearer: Bearer
  /** Returns the link to the confirmation page. */
  readonly confirmLink: (instructionId: string) => string
}

/**
 * A business refusal: an `isError` result with a code like the provider's, never a protocol error.
 */
export interface ToolRefusal {
  readonly code: string
  readonly message: string
}
export type ToolAnswer = Result<Readonly<Record<string, unknown>>, ToolRefusal>

/** A tool of the hosted server. `scope` is the scope that its token needs. */
export interface HostedTool<Input extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly scope: Scope
  readonly effect: 'read' | 'ask' | 'revoke'
  readonly input: Input
  readonly output: z.ZodType
  run(args: z.output<Input>, call: ToolCall): ToolAnswer | Promise<ToolAnswer>
}

/**
 * Declares a tool with inferred types. Arguments are checked against `input` before `run` is
 * called.
 */
export const tool = <Input extends z.ZodType>(declared: HostedTool<Input>): HostedTool => ({
  ...declared,
  run: (args, call) => declared.run(args as z.output<Input>, call),
})

export const refuse = (code: string, message: string): Result<never, ToolRefusal> =>
  err({ code, message })

/** True when the person chose this account for this client and still owns it. */
export const chosen = ({ bearer: { grant }, services }: ToolCall, accountId: string): boolean =>
  grant.accounts.includes(accountId) &&
  services.exchange.accounts(grant.userId).some(({ account_id: id }) => id === accountId)

export const NOT_CHOSEN = refuse(
  'ACCOUNT_NOT_AUTHORIZED',
  'The user has not given access to this account.',
)

export const zAccount = z.string().min(1).describe('An account id of get_account_list')
