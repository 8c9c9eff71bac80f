import { type Browser, chromium } from 'playwright-core';

/** Path of Debian's package `chromium`; the variable `CHROMIUM` overrides it. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the browser for tests and measurements, without any request to its vendor. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath, args });
}
