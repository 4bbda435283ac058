/** The console: the page at /console (docs/console.md). */
import { render } from 'preact';
import { App } from './shell/app.js';
import './styles/tokens.css';
import './styles/console.css';
import './styles/parcels.css';

render(<App />, document.getElementById('app')!);
