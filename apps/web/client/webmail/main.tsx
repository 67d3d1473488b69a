import './arrival.js';
import '../styles/webmail-pages.css';
import { mount } from '../kit/mount.js';
import { Root } from './root.js';

mount(<Root />);
