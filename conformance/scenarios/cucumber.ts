/**
 * The part of cucumber-js in which steps are defined. Its main module loads a command line, formatters
 * and a runtime as well, which no check needs: until the first request that takes longer than all of
 * Touchstone's own modules.
 */
import { createRequire } from 'node:module';
import type * as Cucumber from '@cucumber/cucumber';

const load = createRequire(import.meta.url);

const builder = load('@cucumber/cucumber/lib/support_code_library_builder/index');
const dataTable = load('@cucumber/cucumber/lib/models/data_table');

/** Collects the steps that are defined between its `reset` and its `finalize`. */
export const stepCollector: typeof Cucumber.supportCodeLibraryBuilder = builder.default;

export const { defineParameterType, Given, setWorldConstructor, Then, When } =
  stepCollector.methods;

/** The table below a step. */
export const DataTable: typeof Cucumber.DataTable = dataTable.default;
export type DataTable = Cucumber.DataTable;
