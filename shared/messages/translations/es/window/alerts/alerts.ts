import type { Translated } from '../../../../translated.js'
import { drawingFieldTextEs } from './drawing-fields.js'
import type { alertText } from '../../../../en/window/alerts/alerts.js'

/** Alerts outside their panel, in Spanish. */
export const alertTextEs: Translated<typeof alertText> = {
  here: 'Alerta…',
  hereAt: (price) => `Alerta en ${price}`,
  gap: {
    closed: (from, to) => `No se evaluó mientras Countersign estaba cerrado de ${from} a ${to}.`,
    offline: (from, to) => `No se evaluó sin conexión de ${from} a ${to}.`,
    unknown: (from, to) => `No se evaluó sin conocer la cifra de ${from} a ${to}.`,
  },
  splitHint: 'Fíjela en precios nuevos; al guardar se activa de nuevo.',
  afterGap: 'Ocurrió en ese tiempo o con los primeros datos posteriores.',
  late: (time) => `La cifra era de ${time}, no actual.`,
  lateUnknown: 'La cifra no tenía hora; su antigüedad no se conoce.',
  delayed: 'Datos con retraso.',
  onDrawing: drawingFieldTextEs,
  fillTicket: 'Preparar orden',
  show: 'Ver alertas',
  more: (count) => `Se activaron ${count} alertas`,
}
