import type { Locator, Page } from 'playwright-core'

/** Gives a file to the one file field of a page or part. A person chooses a file through a button, while a browser test sets the field directly. */
export const chooseFile = (
  within: Page | Locator,
  file: Parameters<Locator['setInputFiles']>[0],
): Promise<void> => within.locator('input[type=file]').setInputFiles(file)
