//! The rules that a text names.

use super::{Decision, Focus, Forecast, Integrated, Node, NodeCutting, Selective};
use crate::game::{Evaluate, Game, Hashed};
use crate::limits::Stopped;
use crate::observe::{Branch, Observe, Omission};
use crate::prune::{EndCut, Fgpc, Gpc, MultiProbCut, ProbCut, Razoring, Rule, Rules};
use crate::textbook::Walk;
use crate::value::Score;

/// The rules of [`Rules`], asked one after the other.
///
/// ```
/// use pleach::prune::Rules;
/// use pleach::textbook::{Walk, selective};
/// use pleach::{Limits, Window, tree::RandomTree};
///
/// let rules: Rules = "razoring+gpc:d=2,s=0,sigma=5,t=1".parse().unwrap();
/// let tree: RandomTree = "b=3,d=4,leaves=newborn,seed=1".parse().unwrap();
/// let mut observer = ();
/// let mut walk = Walk::new(&RandomTree::static_value, &mut observer, &Limits::none());
/// let mut chosen = selective::ChosenRules::new(&rules);
/// assert!(selective::alpha_beta(&mut walk, &mut chosen, &tree, 4, Window::FULL).is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct ChosenRules<G: Game> {
    forms: Vec<Form<G>>,
}

#[derive(Clone, Debug)]
enum Form<G: Game> {
    Razoring(Razoring),
    ProbCut(ProbCut),
    MultiProbCut(MultiProbCut),
    EndCut(EndCut),
    Gpc(Gpc),
    Fgpc(Fgpc),
    NodeCutting(NodeCutting),
    Integrated(Integrated),
    Focus(Focus<G>),
}

impl<G: Game> ChosenRules<G> {
    /// The rules, with nothing remembered yet. Those that only the engine has are no rules here, nor is `focus`, which needs
    /// a network.
    pub fn new(rules: &Rules) -> Self {
        ChosenRules::with_focus(rules, None)
    }

    /// The same with the network that `focus` is about.
    pub(crate) fn with_focus(rules: &Rules, focus: Option<&Focus<G>>) -> Self {
        ChosenRules { forms: rules.iter().filter_map(|rule| Form::new(rule, focus)).collect() }
    }
}

impl<G: Game> Form<G> {
    fn new(rule: &Rule, focus: Option<&Focus<G>>) -> Option<Self> {
        Some(match rule.clone() {
            Rule::Razoring(rule) => Form::Razoring(rule),
            Rule::ProbCut(rule) => Form::ProbCut(rule),
            Rule::MultiProbCut(rule) => Form::MultiProbCut(rule),
            Rule::EndCut(rule) => Form::EndCut(rule),
            Rule::Gpc(rule) => Form::Gpc(rule),
            Rule::Fgpc(rule) => Form::Fgpc(rule),
            Rule::NodeCutting(cutting) => Form::NodeCutting(NodeCutting::new(cutting)),
            Rule::Integrated(rule) => Form::Integrated(Integrated::new(rule)),
            Rule::Focus(rule) => Form::Focus(focus?.clone().margin(rule.margin)),
            Rule::NullMove(_)
            | Rule::LateMoves(_)
            | Rule::RankCut(_)
            | Rule::Futility(_)
            | Rule::MultiCut(_) => return None,
        })
    }
}

/// Asks the rule inside a form.
macro_rules! ask {
    ($form:expr, $rule:ident => $question:expr) => {
        match $form {
            Form::Razoring($rule) => $question,
            Form::ProbCut($rule) => $question,
            Form::MultiProbCut($rule) => $question,
            Form::EndCut($rule) => $question,
            Form::Gpc($rule) => $question,
            Form::Fgpc($rule) => $question,
            Form::NodeCutting($rule) => $question,
            Form::Integrated($rule) => $question,
            Form::Focus($rule) => $question,
        }
    };
}

impl<G: Hashed> Selective<G> for ChosenRules<G> {
    fn at_node<E, O>(
        &mut self,
        s: &mut Walk<'_, G, E, O>,
        node: &Node<'_, G>,
    ) -> Result<Option<Forecast>, Stopped>
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        for form in &mut self.forms {
            if let forecast @ Some(_) = ask!(form, rule => rule.at_node(s, node)?) {
                return Ok(forecast);
            }
        }
        Ok(None)
    }

    fn hides(&mut self, ply: u32, node: &Node<'_, G>, branch: Branch<G::Move>) -> Option<Omission> {
        self.forms.iter_mut().find_map(|form| ask!(form, rule => rule.hides(ply, node, branch)))
    }

    fn at_move<E, O>(
        &mut self,
        s: &mut Walk<'_, G, E, O>,
        node: &Node<'_, G>,
        branch: Branch<G::Move>,
    ) -> Result<Decision, Stopped>
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        for form in &mut self.forms {
            match ask!(form, rule => rule.at_move(s, node, branch)?) {
                Decision::Search => {}
                step => return Ok(step),
            }
        }
        Ok(Decision::Search)
    }
}
