import type { lockText, profileText } from '../../../en/window/profiles.js'
import type { Translated } from '../../../translated.js'

/** Profiles outside their page: switching, signing in, arming, in Spanish. */
export const profileTextEs: Translated<typeof profileText> = {
  manage: 'Perfiles y credenciales…',
  choose: 'Cambiar de perfil',
  arm: {
    title: '¿Negociar con dinero real?',
    body: (name) =>
      `«${name}» es una cuenta real. Las órdenes que envíe a partir de ahora usan dinero real, hasta que cambie de perfil o cierre Countersign.`,
    type: (word) => `Escriba ${word} para continuar`,
    do: 'Abrir y permitir negociar',
    doArm: 'Permitir negociar',
    tradingOff: 'La negociación está desactivada en esta sesión.',
    tradingOffHint:
      'Los precios, las posiciones y las cancelaciones funcionan. Las órdenes nuevas necesitan antes su permiso.',
    allowTrading: 'Permitir negociar…',
  },
  switching: {
    title: (name) => `Cambiando a «${name}»`,
    resetTitle: (name) => `«${name}» empieza de nuevo`,
    failed:
      'No se pudo abrir el perfil nuevo. La sesión anterior está cerrada; sus órdenes están en su diario.',
    back: 'Volver a perfiles',
    retry: 'Reintentar',
    steps: {
      halt: 'Detener órdenes nuevas',
      withdraw: 'Retirar instrucciones',
      streams: 'Cerrar flujos',
      orders: 'Resolver órdenes en curso',
      dispose: 'Cerrar la sesión anterior',
      'set-aside': 'Apartar la bolsa anterior',
      build: 'Abrir la nueva',
    },
    states: { waiting: 'en espera', running: 'en curso', done: 'hecho', failed: 'error' },
  },
  delayed: 'Con retraso',
  delayedHint: 'Los datos de mercado de pruebas llegan con retraso, normalmente 15 minutos.',
  redirectCopy: 'Copiar',
  redirectCopied: 'Dirección de retorno copiada',
  signIn: {
    waiting: (time) => `Apruebe en el navegador. Esperando ${time} más.`,
    register: 'Si la página del bróker rechaza la dirección de retorno, registre exactamente esta:',
    paste: 'Pegue la dirección que muestra el navegador',
    pasteDo: 'Continuar',
    cancel: 'Cancelar',
    phone: (time) =>
      `Introduzca el código de la app del bróker (Messages, OpenAPI Notifications). Quedan ${time}.`,
    checking: 'Se comprueba cada 5 segundos.',
    noPrices: 'Hasta entonces no hay datos de mercado.',
    noPricesBecause: (reason) => `No hay datos de mercado. ${reason}`,
    newCode: 'Solicitar un código',
    signOut: 'Cerrar sesión',
    signOutTitle: '¿Cerrar sesión?',
    signOutBody:
      'Los tokens se eliminan de este equipo. Las órdenes activas siguen en el bróker, y Countersign no puede cancelarlas hasta que inicie sesión de nuevo.',
    stay: 'Mantener la sesión',
    expired:
      'Su sesión ha caducado. No se ha perdido nada: las órdenes y posiciones están en el bróker.',
  },
}

/** Texts of the lock, in Spanish. */
export const lockTextEs: Translated<typeof lockText> = {
  title: 'Bloqueo',
  now: 'Bloquear Countersign',
  locked: 'Countersign está bloqueado',
  why: {
    idle: 'Bloqueado por inactividad.',
    sleep: 'Bloqueado porque el equipo se suspendió.',
    asked: 'Bloqueado por usted.',
    start: 'Countersign se inició.',
  },
  passphrase: 'Contraseña',
  unlock: 'Desbloquear',
  system: 'Usar huella digital',
  wait: (time) => `Demasiados intentos fallidos. Espere ${time}.`,
  live: 'Los precios y las órdenes siguen actualizándose. No se envía nada, salvo con el interruptor de emergencia.',
  kill: 'Detener y cancelar todo',
  killed: (cancelled) =>
    `La negociación está detenida. ${cancelled === 1 ? 'Se canceló 1 orden' : `Se cancelaron ${cancelled} órdenes`}.`,
  forgot: 'Olvidé la contraseña…',
  forgotTitle: '¿Desbloquear sin la contraseña?',
  forgotBody:
    'Se eliminan de este equipo todas las credenciales y sesiones de pruebas y producción, y con ellas el bloqueo. La práctica y sus diarios se mantienen.',
  forgotDo: 'Eliminar y desbloquear',
  back: 'Volver',
  settingsTitle: 'Bloqueo de la aplicación',
  none: 'No hay bloqueo. Cualquiera en este equipo puede negociar.',
  set: 'Establecer contraseña',
  change: 'Cambiar la contraseña',
  current: 'Contraseña actual',
  fresh: 'Contraseña nueva',
  repeated: 'Repita la contraseña nueva',
  differ: 'Las contraseñas no coinciden.',
  hint: 'Al menos 8 caracteres. Desbloquea Countersign; los secretos están cifrados por el almacén de claves de este equipo.',
  idle: 'Bloquear tras inactividad (min)',
  remove: 'Quitar el bloqueo',
  save: 'Guardar',
  saved: 'El bloqueo se modificó',
  done: 'Listo',
  systemOn: 'Desbloquear también con huella digital',
  stepUp: 'Confirme su identidad',
  stepUpHint: 'Introduzca su contraseña para continuar.',
  go: 'Continuar',
  settings: 'Bloqueo de la aplicación…',
}
