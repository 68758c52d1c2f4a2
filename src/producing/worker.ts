/** The process in which the built-in producers run. */
import { loadRules } from '../domains/load-rules.ts';
import { serve } from './serve.ts';

serve(process, await loadRules());
