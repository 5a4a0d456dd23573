import { z } from 'zod'
import {
  CLIENT_IDS,
  type ClientPlan,
  type ClientSetup,
} from '../../domain/instructions/client-setup.js'
import type { Pairing } from '../../domain/instructions/connection.js'
import { zConnectionId, zConnectionView } from '../instructions.js'
import { mirror } from '../mirror.js'
import { zTime, textSchema } from '../../domain/scalars.schema.js'

/**
 * Shown once, when a connection is created or its key replaced. `snippets`: configuration for the
 * common clients.
 */
export const zPairing = mirror<Pairing>()(
  z.strictObject({
    connection: zConnectionView,
    token: textSchema(80),
    snippets: z
      .array(
        z.strictObject({
          client: textSchema(60),
          file: textSchema(200),
          text: textSchema(4_000),
          setup: z.enum(CLIENT_IDS).optional(),
          undo: textSchema(200).optional(),
          overHttp: z.boolean().optional(),
        }),
      )
      .max(24),
  }),
)

/** Settings files are small; a larger difference is cut by main's limit on their size. */
const MAX_DIFF_LINES = 20_000
export const zClientId = z.enum(CLIENT_IDS)
export const zClientPlan = mirror<ClientPlan>()(
  z.strictObject({
    plan: textSchema(80),
    client: zClientId,
    file: textSchema(4_096),
    target: textSchema(4_096).nullable(),
    leavesHome: z.boolean(),
    readableByOthers: z.boolean(),
    change: z.enum(['create', 'add', 'replace', 'none']),
    installed: z.boolean(),
    lines: z
      .array(
        z.strictObject({
          kind: z.enum(['same', 'added', 'removed', 'gap']),
          text: z.string(),
        }),
      )
      .max(MAX_DIFF_LINES),
  }),
)
export const zClientSetup = mirror<ClientSetup>()(
  z.strictObject({
    client: zClientId,
    connection: zConnectionId,
    file: textSchema(4_096),
    backup: textSchema(300).nullable(),
    writtenAt: zTime,
  }),
)
