import { z } from 'zod'
import type { HostedScope } from '../../../../shared/domain/instructions/connection.js'
import { textSchema as text, zAccountId } from '../../../../shared/domain/scalars.schema.js'

/** The rights of a client of the provider's hosted server, as stored. */
export const zStoredHostedScope = z.strictObject({
  scopes: z.array(text(40)).max(20),
  accounts: z.array(zAccountId).max(50),
}) satisfies z.ZodType<HostedScope>
