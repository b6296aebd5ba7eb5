import { optionalSetting, readUrl, type Setting } from '../../lib/process/settings.ts';

export const DELETION_SETTINGS = {
  CORE_DELETION_URL: {
    default: '',
    about: "The training app's deletion endpoint, for accounts without an endpoint of their own.",
    read: optionalSetting((text) => readUrl(text, ['http:', 'https:']).href),
  },
  CORE_DELETION_SECRET: {
    default: '',
    about: 'The secret that signs calls to the deletion endpoint.',
    is_secret: true,
    read: optionalSetting((text) => text),
  },
} as const satisfies Record<string, Setting<unknown>>;
