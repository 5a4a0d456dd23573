import { useEffect, useRef, useState } from 'react'
import type { Card } from '../../../shared/domain/instructions/card.js'
import { announcementDue, leftOf, secondsOf, type Span } from './countdown.js'

/** When main's view arrived, on the page's monotonic clock and in wall-clock time. */
export interface Received {
  readonly receivedAt: number
  readonly receivedTime: number
}

export const expiryOf = (card: Card, { receivedAt, receivedTime }: Received): Span => ({
  leftMs: card.expiresAt - receivedTime,
  receivedAt,
})
const armingOf = (card: Card, { receivedAt }: Received): Span => ({
  leftMs: card.arming.armsInMs ?? 0,
  receivedAt,
})

/**
 * Returns the time main still counts down before the last of these cards can be approved, and the
 * time it started from.
 */
export function useArming(
  cards: readonly Card[],
  received: Received,
  now: number,
): { readonly left: number; readonly from: number } {
  const left = Math.max(0, ...cards.map((card) => leftOf(armingOf(card, received), now)))
  const nonces = cards.map(({ arming }) => arming.nonce).join(' ')
  const count = useRef({ nonces: '', from: 0 })
  if (count.current.nonces !== nonces) count.current = { nonces, from: left }
  else if (left > count.current.from) count.current = { nonces, from: left }
  return { left, from: count.current.from }
}

/** Returns the text to read aloud at 30, 10 and 5 seconds; empty in between (CONFIRM-36). */
export function useAnnouncement(
  leftMs: number,
  formatSeconds: (seconds: number) => string,
): string {
  const [announcement, setAnnouncement] = useState('')
  const before = useRef<number | null>(null)
  const seconds = secondsOf(leftMs)
  useEffect(() => {
    const due = announcementDue(before.current, seconds)
    // The expiry was extended, so the last announcement no longer holds.
    if (due !== null) setAnnouncement(formatSeconds(due))
    else if (before.current !== null && seconds > before.current) setAnnouncement('')
    before.current = seconds
  }, [seconds, formatSeconds])
  return announcement
}
