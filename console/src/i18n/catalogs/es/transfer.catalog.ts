// Translations of transfer, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  Export: 'Exportar',
  'All settings as a file, without passwords and keys': 'Todos los ajustes en un archivo, sin contraseñas ni claves',
  Import: 'Importar',
  'Take settings over from a file': 'Tomar los ajustes de un archivo',
  'Nothing changes before you say so. Passwords and keys are in no such file: those that are set here stay.':
    'Nada cambia antes de que lo confirme. Las contraseñas y claves no están en ningún archivo así: las que hay aquí se quedan.',
  'Choose a file': 'Elegir un archivo',
  'This is no file of settings.': 'Este no es un archivo de ajustes.',
  'This file is too large to be one of settings.': 'Este archivo es demasiado grande para ser de ajustes.',
  'Everything in this file is set so already.': 'Todo lo que hay en este archivo ya está definido así.',
  '{count} settings will change': { one: 'Cambiará {count} ajuste', other: 'Cambiarán {count} ajustes' },
  'Left out': 'Sin tomar',
  '{name}: not known here': '{name}: desconocido aquí',
  'Take over': 'Tomar',
  'Taking over…': 'Tomando…',
  'The settings were taken over.': 'Los ajustes se tomaron.',
  'Nothing was changed. {reason}': 'No se cambió nada. {reason}',
  Cancel: 'Cancelar',
} satisfies Catalog
