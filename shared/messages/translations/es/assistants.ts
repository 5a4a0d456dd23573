import type { CatalogueLike } from '../../catalogue.js'
import type { EnglishCatalogue } from '../../en/index.js'

/** Assistants: access, connections, and why something about them failed, in Spanish. */
export const assistants: CatalogueLike<EnglishCatalogue>['assistants'] = {
  offNotSaved:
    'El acceso está desactivado ahora, pero no se pudo guardar: volverá a activarse cuando Countersign se reinicie. Desactívelo entonces otra vez.',
  shadowNotOpened: ({ reason }, { message }) =>
    `La práctica paralela no se pudo abrir: ${message(reason)}`,
  shadowNotBuilt: 'La práctica paralela no se pudo iniciar.',
  shadowClosed: 'La práctica paralela se cerró.',
  noPracticeProfile: 'No hay ningún perfil de práctica.',
  noLiveProfile: 'No hay ningún perfil real abierto.',
  noHostedServer: 'El bróker no tiene aquí un servidor alojado.',
  noSuchServer: 'Ese servidor no existe aquí.',
  auditNotOpen: 'Este registro de auditoría no está abierto.',
  portOfCopy:
    'Otra copia de Countersign en ejecución, con otra carpeta de datos, usa este puerto. Elija otro puerto aquí o desactive HTTP allí.',
  portInUse: 'Otro programa escucha en este puerto.',
  portTaken: ({ port }) =>
    `Escucha en el puerto ${port}. Un asistente configurado por HTTP le envía su clave. Renueve las claves de esos asistentes en el panel Instrucciones y elija otro puerto.`,
  endpointFailed: 'No se pudo abrir el acceso.',
  servedByAnother:
    'Otro Countersign en ejecución atiende a los asistentes desde la misma carpeta. Ciérrelo y active el acceso aquí.',
  folderNotPrivate:
    'La carpeta del socket de los asistentes pertenece a otro usuario o no se puede cerrar a los demás, así que el acceso no se activó.',
  pausedByHand: 'En pausa, a mano, en Countersign.',
  pausedWithDecline: 'En pausa por la persona, al declinar.',
  pausedAfterDeclines: 'La misma orden se declinó dos veces seguidas.',
  pausedForRate: 'Solicitó demasiado con demasiada frecuencia.',
  pausedUntilSeen:
    'La lista de asistentes se perdió, y este pudo haber sido revocado antes. Reanúdelo si todavía quiere sus solicitudes.',
  liftHaltFirst:
    'Los asistentes están detenidos: reanude primero los asistentes y después cada conexión.',
  hostedName: 'Un asistente alojado',
  nameNeeded: 'Un asistente necesita un nombre.',
  looksLike: ({ name }) =>
    `Este nombre se parece a «${name}». Elija uno que no se pueda confundir con ese.`,
  noRulesInProduction: 'En producción cada instrucción necesita su aprobación.',
  listNotWritten: 'La lista de asistentes no se puede escribir en este equipo.',
  notPaired: 'Este asistente no está conectado.',
  alreadyRevoked: 'Este asistente fue revocado.',
  tooManyPaired: 'Hay demasiados asistentes conectados.',
}
