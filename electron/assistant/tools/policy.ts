import { z } from 'zod'
import { ok } from '../../../shared/domain/result.js'
import { tool, type Tool } from '../tool.js'
import { policyView, zPolicyView } from '../views/policy.js'

export const getPolicy = tool({
  name: 'get_policy',
  toolset: 'account',
  title: 'Your limits',
  effect: 'read',
  description:
    'What this connection may see and request, and how much of its limits is used. Only the person can change it, in Countersign.',
  input: z.strictObject({}),
  output: zPolicyView,
  async run(_input, { port, connection }) {
    const found = await port.policy(connection)
    return found.ok ? ok(policyView(found.value)) : found
  },
})

/** The tools for the connection's own limits, in listing order. */
export const POLICY_TOOLS: readonly Tool[] = [getPolicy]
