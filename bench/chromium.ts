import { type Browser, chromium } from 'playwright-core';

/** Where Debian's package `chromium` puts it; another place can be named by `CHROMIUM`. */
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

/** Starts the browser in which pages are tested and measured; it asks no host for anything. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath, args });
}
