import type { ConsoleLot } from '@/lib/console-lot.ts'

/** Whether the reader may connect systems and change them: owners, and platform admins, who have no role. */
export const mayConnect = (lot: ConsoleLot): boolean => lot.role === null || lot.role === 'SUPER_ADMIN'
