import type { PendingApproval } from '../../electron/core/orders/gateway/pending-approval.js'
import type { Message } from '../../shared/messages/message.js'

/**
 * Waits for an approval as the order service does, for a fake order gateway. Returns null when the
 * order may be sent, otherwise why not.
 */
export const waitForApproval = async (approval: PendingApproval): Promise<Message | null> =>
  (await approval.decided) ?? (await approval.release())
