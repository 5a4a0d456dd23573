import { drawingFieldText } from './drawing-fields.js'

/** Alerts outside their panel: menus, charts, toasts. */
export const alertText = {
  here: 'Alert…',
  hereAt: (price: string) => `Alert at ${price}`,
  gap: {
    closed: (from: string, to: string) =>
      `Not evaluated while Countersign was closed from ${from} to ${to}.`,
    offline: (from: string, to: string) => `Not evaluated while offline from ${from} to ${to}.`,
    unknown: (from: string, to: string) =>
      `Not evaluated while the figure was not known from ${from} to ${to}.`,
  },
  splitHint: 'Set it in new prices; saving switches it on again.',
  afterGap: 'It happened in that time, or with the first data after it.',
  late: (time: string) => `The figure was from ${time}, not current.`,
  lateUnknown: 'The figure had no time, so its age is not known.',
  delayed: 'Delayed data.',
  onDrawing: drawingFieldText,
  fillTicket: 'Prepare order',
  show: 'Show alerts',
  more: (count: number) => `${count} alerts fired`,
} as const
