import type { ChannelHealth } from '../../shared/ipc/views.js'

/** What a long-lived connection says about itself; `channel` is added by whoever collects it. */
export type ChannelReport = Pick<ChannelHealth, 'state' | 'lastMessageAt' | 'latencyMs' | 'detail'>
