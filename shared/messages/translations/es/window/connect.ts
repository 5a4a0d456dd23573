import type { connectText } from '../../../en/window/connect.js'
import type { Translated } from '../../../translated.js'

/** The guide that connects an account of a broker, outside its dialog, in Spanish. */
export const connectTextEs: Translated<typeof connectText> = {
  stay: 'Quedarse en la práctica',
  connect: 'Conectar mi cuenta…',
  command: 'Conectar mi cuenta…',
  title: { sandbox: 'Conectar el entorno de pruebas', production: 'Conectar su cuenta' },
  sandbox: {
    order:
      'Está en el entorno de pruebas del bróker. Envíe una orden pequeña en la boleta: se ejecuta con dinero ficticio.',
    filled: (day) =>
      `Se ejecutó su primera orden de prueba (${day}). Ahora puede seguir su cuenta.`,
    next: 'Conectar mi cuenta…',
    stop: 'Terminar la guía',
  },
}
