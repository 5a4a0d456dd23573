/** The lock-out after a daily loss. */
export const limitsText = {
  open: 'Order limits…',
  lockedUntil: (account: string, time: string) =>
    `Account ${account} is locked for new orders until ${time} ET.`,
  lockedSession: (account: string) =>
    `Account ${account} is locked for new orders until its next session.`,
  lockedLoss: (dayPnl: string, limit: string) =>
    `The daily loss limit was reached: day P&L ${dayPnl} of ${limit}.`,
  lockedDamage: 'The record of limits and lock-outs was damaged.',
  lockedPasses: 'Cancels, and orders that only reduce a position, still pass.',
  lockedFinal: 'Nothing lifts this earlier.',
  lockedBadge: (time: string) => `Locked until ${time} ET`,
  lockedBadgeSession: 'Locked until next session',
} as const

/** Notices about the record of the limits. */
export const limitNotices = {
  'limits-not-stored':
    'A limit or lock-out could not be saved on this computer. It is in effect and is saved again every two seconds; free some disk space.',
  'limits-damaged':
    'The file with your order limits could not be read. It was renamed, not deleted. The default limits are in use, and every account is locked for new orders until its next session. Check your limits in Settings.',
} as const
