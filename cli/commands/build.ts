import { buildWeb } from '@openspot/server/web-build.ts'

/** Builds the web unless it is built already, for an image that starts without building. */
export async function build(): Promise<number> {
  await buildWeb((line) => console.log(line))
  console.log('The web is built.')
  return 0
}
