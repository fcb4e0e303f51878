import type { Secrets } from '../../secrets.ts'

const purpose = 'platform_setup'

/** The token of the setup page: the same in every process of an installation, and different in each installation. */
export const setupToken = (secrets: Secrets): string => secrets.sign(purpose, 'first platform admin')

export const isSetupToken = (secrets: Secrets, given: string): boolean =>
  secrets.verify(purpose, 'first platform admin', given)
